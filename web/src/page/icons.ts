/** Icons as SVG: outlines on a grid of 24. */

const OUTLINES = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18.5 5v14",
  back: "M18 5v14l-9-7zM5.5 5v14",
  start: "M19 5v14l-7-7zM12 5v14l-7-7zM4 5v14",
  end: "M5 5v14l7-7zM12 5v14l7-7zM20 5v14",
  slower: "M12 6v12l-8-6zM20 6v12l-8-6z",
  faster: "M4 6v12l8-6zM12 6v12l8-6z",
  branch: "M6 4v16M6 14c0-5 12-2 12-9M15 7l3-3 3 3",
  beside: "M4 5h16v14H4zM12 5v14",
  look: "M5 3l14 8-6 2-3 6z",
  add: "M12 5v14M5 12h14",
  wall: "M4 6h16v12H4zM4 12h16M10 6v6M15 12v6",
  polygon: "M5 19L3 8l8-5 10 6-3 11z",
  unwall: "M4 6h9M4 6v12h9M17 9l5 6M22 9l-5 6",
  paint: "M4 20c4 0 6-1 6-4 0-2-3-3-4-1s0 4-2 5zM10 13L20 4",
  drought:
    "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  plague:
    "M12 7a5 5 0 100 10 5 5 0 000-10zM12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.500 15.500L18 18M18 6l-2.500 2.500M8.500 15.500L6 18",
  fire: "M12 3c1 4 5 5 5 10a5 5 0 01-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3-1-5 1-9z",
  feed: "M6 3v7a3 3 0 006 0V3M9 3v18M17 3c-2 3-2 7 0 9v9",
  remove: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 010 12h-3",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  follow: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v4M12 18v4M2 12h4M18 12h4",
  find: "M10.500 4a6.500 6.500 0 100 13 6.500 6.500 0 000-13zM15.500 15.500L21 21",
  close: "M6 6l12 12M18 6L6 18",
  larger: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  species: "M12 21c0-9 0-9 0-9M12 13c-6 0-8-4-8-8 6 0 8 3 8 8zM12 15c4 0 7-2 8-7-5 0-8 2-8 7z",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  lineages: "M12 4v5M5 20v-5h14v5M12 9v11M12 9c-7 0-7 0-7 6M12 9c7 0 7 0 7 6",
  album: "M6 3h13v18H6a2 2 0 010-4h13M6 3a2 2 0 00-2 2v14",
  favourite:
    "M12 3l2.700 5.900 6.300.700-4.700 4.300 1.300 6.300-5.600-3.200-5.600 3.200 1.300-6.300-4.700-4.300 6.300-.700z",
  name: "M4 20l4-1L20 7l-3-3L5 16zM14 7l3 3",
  events: "M5 6h14M5 12h14M5 18h9",
  inspect: "M12 10v7M12 6.500v.5M12 3a9 9 0 100 18 9 9 0 000-18z",
  map: "M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14",
} as const;

export type IconName = keyof typeof OUTLINES;

const SVG = "http://www.w3.org/2000/svg";

/** Makes an icon, which screen readers skip. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", OUTLINES[name]);
  svg.append(path);
  return svg;
}
