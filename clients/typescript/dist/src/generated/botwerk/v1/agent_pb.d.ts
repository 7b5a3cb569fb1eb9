import type { GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/agent.proto.
 */
export declare const file_botwerk_v1_agent: GenFile;
/**
 * A built-in agent with its settings.
 *
 * @generated from message botwerk.v1.AgentSpec
 */
export type AgentSpec = Message<"botwerk.v1.AgentSpec"> & {
    /**
     * The agent's name, such as "solver".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * Settings that differ from their defaults.
     *
     * @generated from field: repeated botwerk.v1.AgentSetting settings = 2;
     */
    settings: AgentSetting[];
};
/**
 * Describes the message botwerk.v1.AgentSpec.
 * Use `create(AgentSpecSchema)` to create a new message.
 */
export declare const AgentSpecSchema: GenMessage<AgentSpec>;
/**
 * One setting of a built-in agent.
 *
 * @generated from message botwerk.v1.AgentSetting
 */
export type AgentSetting = Message<"botwerk.v1.AgentSetting"> & {
    /**
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from field: string value = 2;
     */
    value: string;
};
/**
 * Describes the message botwerk.v1.AgentSetting.
 * Use `create(AgentSettingSchema)` to create a new message.
 */
export declare const AgentSettingSchema: GenMessage<AgentSetting>;
