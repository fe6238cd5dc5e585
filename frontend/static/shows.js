// A sentence that tells of a place shows it while it is pointed at. Followed as a link it shows it without this file too.

document.addEventListener("mouseover", event => point(event.target));
document.addEventListener("focusin", event => point(event.target));
document.addEventListener("mouseout", event => point(event.relatedTarget ?? document.activeElement));
document.addEventListener("focusout", event => point(event.relatedTarget));

function point(element) {
  const shows = element?.closest?.("[data-shows]")?.dataset.shows;
  for (const each of document.querySelectorAll(".pointed")) each.classList.toggle("pointed", each.id === shows);
  document.getElementById(shows)?.classList.add("pointed");
}
