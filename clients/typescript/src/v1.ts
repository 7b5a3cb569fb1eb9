/** The messages and services of the API, generated from its `.proto` files. */

export * from "./generated/botwerk/v1/agent_pb.js";
export * from "./generated/botwerk/v1/analysis_pb.js";
export * from "./generated/botwerk/v1/bot_pb.js";
export * from "./generated/botwerk/v1/catalog_pb.js";
export * from "./generated/botwerk/v1/droids_pb.js";
export * from "./generated/botwerk/v1/env_pb.js";
export * from "./generated/botwerk/v1/game_pb.js";
export * from "./generated/botwerk/v1/match_pb.js";
export * from "./generated/botwerk/v1/match_rules_pb.js";
export * from "./generated/botwerk/v1/micro_robots_pb.js";
export * from "./generated/botwerk/v1/netzwerk_pb.js";
export * from "./generated/botwerk/v1/operator_pb.js";
export * from "./generated/botwerk/v1/owner_pb.js";
export * from "./generated/botwerk/v1/ricochet_pb.js";
export * from "./generated/botwerk/v1/rules_pb.js";
export * from "./generated/botwerk/v1/tournament_pb.js";
export * from "./generated/botwerk/v1/upload_pb.js";
