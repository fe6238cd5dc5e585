// The slider of a replay stops only where something that is shown has changed.

document.addEventListener("htmx:config:request", event => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id === "at") request.body.set("at", nearestStep(sourceElement));
});
document.addEventListener("input", event => {
  if (event.target.id === "at") event.target.closest("form").querySelector("output").textContent = turnOf(event.target);
});

// People count turns.
function turnOf(slider) {
  const at = slider.dataset.steps.split(" ").map(Number).indexOf(nearestStep(slider));
  return slider.dataset.turns.split(" ")[at];
}

function nearestStep(slider) {
  const wanted = Number(slider.value);
  const steps = slider.dataset.steps.split(" ").map(Number);
  return steps.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best));
}
