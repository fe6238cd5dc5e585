"""The score tables and the plan of a classic city, as the rulebook prints them: points by what is counted."""

from shared.rules.grid import beside

ROWS = COLUMNS = 4
SQUARES = range(ROWS * COLUMNS)
BESIDE = beside(ROWS, COLUMNS)
DISTRICT = tuple(square // COLUMNS // 2 * (COLUMNS // 2) + square % COLUMNS // 2 for square in SQUARES)

TOWER = (0, 1, 3, 6, 10)  # by floors
SHOP = (0, 1, 2, 4, 7)  # by customers
CUSTOMERS = len(SHOP) - 1  # a shop holds no more
DISTRICTS = (0, 2, 5, 9, 14)  # by districts with an active service
PARK = (0, 2, 4, 7, 11)  # by towers beside it
SHOP_BESIDE_FACTORY = 2
HARBOUR_BESIDE_FACTORY = 3
HARBOURS = (0, 0, 3, 7, 12)  # by harbours in an unbroken line

ROW_LINES = tuple(tuple(range(start, start + COLUMNS)) for start in range(0, ROWS * COLUMNS, COLUMNS))
COLUMN_LINES = tuple(tuple(range(start, ROWS * COLUMNS, COLUMNS)) for start in range(COLUMNS))
