// The slider of a replay stops only where something that is shown has changed.

document.addEventListener("htmx:config:request", event => {
  const { sourceElement, request } = event.detail.ctx;
  if (sourceElement.id === "at") request.body.set("at", nearestStep(sourceElement));
});
document.addEventListener("input", event => {
  if (event.target.id === "at") event.target.closest("form").querySelector("output").textContent = nearestStep(event.target);
});

function nearestStep(slider) {
  const wanted = Number(slider.value);
  const steps = slider.dataset.steps.split(" ").map(Number);
  return steps.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best));
}
