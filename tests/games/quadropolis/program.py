"""A mixed-integer program, written row by row and solved by HiGHS."""

import highspy


class Program:
    """Variables are numbered from 0; the objective is maximised."""

    def __init__(self) -> None:
        self.gains: list[int] = []
        self.bounds: list[tuple[int, int]] = []
        self.rows: list[tuple[list[tuple[int, int]], int, int]] = []

    def claim(self, gain: int) -> int:
        """A variable that is 0 or 1."""
        return self.number(gain, 0, 1)

    def number(self, gain: int, least: int, most: int) -> int:
        """A variable that is a whole number."""
        self.gains.append(gain)
        self.bounds.append((least, most))
        return len(self.gains) - 1

    def add(self, variable: int, gain: int) -> None:
        self.gains[variable] += gain

    def needs(self, claim: int, one_of: list[int]) -> None:
        self.row([(claim, 1), *((each, -1) for each in one_of)], -len(one_of), 0)

    def row(self, terms: list[tuple[int, int]], least: int, most: int) -> None:
        self.rows.append((terms, least, most))

    def maximum(self) -> float:
        """The best value of the objective; no gap is allowed."""
        solver = highspy.Highs()
        for name, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("threads", 1)):
            assert solver.setOptionValue(name, value) == highspy.HighsStatus.kOk
        assert solver.passModel(self.model()) != highspy.HighsStatus.kError
        assert solver.run() == highspy.HighsStatus.kOk
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return float(solver.getInfo().objective_function_value)

    def model(self) -> highspy.HighsLp:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.gains), len(self.rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = list(map(float, self.gains))
        model.col_lower_ = [least for least, _ in self.bounds]
        model.col_upper_ = [most for _, most in self.bounds]
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.gains)
        model.row_lower_ = [least for _, least, _ in self.rows]
        model.row_upper_ = [most for _, _, most in self.rows]
        starts, indices, values = [0], list[int](), list[float]()
        for terms, _, _ in self.rows:
            indices += [variable for variable, _ in terms]
            values += [factor for _, factor in terms]
            starts.append(len(indices))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = starts, indices, values
        return model
