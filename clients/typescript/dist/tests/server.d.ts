/** A real server for tests: the program that `BOTWERK` names, or else the one that `cargo build` makes. */
import { execFile } from "node:child_process";
import type { Client } from "../src/index.js";
/** The folder of the package, from which the tests are run. */
export declare const PACKAGE: string;
/** The program. */
export declare const PROGRAM: string;
/** Runs a program to its end and returns what it prints on standard output. */
export declare const execute: typeof execFile.__promisify__;
/** A server with a database of its own. */
export declare class TestServer {
    #private;
    /** Host and port. */
    address: string;
    client: Client;
    /** Starts a server with further arguments of `botwerk serve`. */
    static start(...args: readonly string[]): Promise<TestServer>;
    /** Ends the process at once, as a crash does, and starts it again at the same address. */
    crash(): Promise<void>;
    /** Stops the server and deletes its database. */
    stop(): Promise<void>;
    /** Creates a match of an open seat against `random`; returns its name and the token of the seat. */
    createMatch(game: string, options?: Record<string, string>): Promise<[name: string, token: string]>;
    /** Creates a round robin of a registered bot against `random`, whose token is returned. */
    createTournament(game: string, name: string, cycles: number): Promise<string>;
}
