/** Where the page is served to the tests. `PAGE_PORT` is another port, such as for two checkouts at once. */
export const PORT = process.env["PAGE_PORT"] ?? "8325";
export const HOST = `127.0.0.1:${PORT}`;
export const ADDRESS = `http://${HOST}`;
