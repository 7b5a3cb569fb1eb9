import type { GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { DroidsRules } from "./droids_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/match_rules.proto.
 */
export declare const file_botwerk_v1_match_rules: GenFile;
/**
 * What the options of a match determine and no action changes, in games with such data. Unset for the
 * others: their positions contain all of it.
 *
 * @generated from message botwerk.v1.MatchRules
 */
export type MatchRules = Message<"botwerk.v1.MatchRules"> & {
    /**
     * @generated from oneof botwerk.v1.MatchRules.game
     */
    game: {
        /**
         * @generated from field: botwerk.v1.DroidsRules droids = 3;
         */
        value: DroidsRules;
        case: "droids";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.MatchRules.
 * Use `create(MatchRulesSchema)` to create a new message.
 */
export declare const MatchRulesSchema: GenMessage<MatchRules>;
