/** Bots against a real server. */
export {};
