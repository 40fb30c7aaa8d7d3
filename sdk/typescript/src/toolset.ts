import { FareboxError } from './errors.js';
import type { Farebox, Route } from './farebox.js';

/** JSON Schema of an object, without references and formats. */
export interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required: string[];
  additionalProperties: boolean;
}

/** A route as the interface describes it. */
export interface ToolDefinition extends Route {
  name: string;
  family: string;
  description: string;
  /** It is among the tools that are given when none are named. */
  flagship: boolean;
  inputSchema: ObjectSchema;
}

/** What tools may spend beside the caps of their client. */
export interface ToolCaps {
  /** The highest price of one call of a tool, instead of the client's maxPerCallUsd. */
  maxUsd?: string;
}

/** What a model is given back: the answer with its cost, or what went wrong with what that cost. */
export type ToolResult =
  | { data: unknown; paid_usd: string; transaction: string }
  | { error: { name: string; code: string; field: string; detail: string; charged: boolean | 'maybe' } };

/** A tool of the AI SDK; Schema is what its jsonSchema makes. */
export interface AiSdkTool<Schema> {
  description: string;
  inputSchema: Schema;
  execute(input: unknown, options?: { abortSignal?: AbortSignal | undefined }): Promise<ToolResult>;
}

/** A tool of OpenAI's chat completions. */
export interface OpenAiTool {
  type: 'function';
  function: {
    name: string;
    description: string;
    parameters: Record<string, unknown>;
  };
}

/** A tool of OpenAI's responses. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/** A tool of Anthropic's messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: {
    type: 'object';
    properties: Record<string, unknown>;
    required: string[];
    additionalProperties: boolean;
  };
}

/** Routes as tools for models. */
export interface Tools {
  readonly definitions: readonly ToolDefinition[];
  /** For generateText and the like; jsonSchema is that of the package "ai". */
  aiSdk<Schema>(jsonSchema: (schema: any) => Schema): Record<string, AiSdkTool<Schema>>;
  openai(): OpenAiTool[];
  openaiResponses(): OpenAiResponsesTool[];
  anthropic(): AnthropicTool[];
  /**
   * Calls a tool and pays for it: name and arguments as the model gave them, text of JSON or an object. What went wrong
   * is a result too, so that the model can mend it; only an aborted signal rejects.
   */
  execute(name: string, input: unknown, signal?: AbortSignal): Promise<ToolResult>;
}

/** Tools of these definitions, which @farebox/sdk/definitions has one by one. They spend within the client's caps. */
export function toolset(farebox: Farebox, chosen: readonly ToolDefinition[], caps: ToolCaps = {}): Tools {
  const byName = new Map(chosen.map(tool => [tool.name, tool]));

  const execute = async (name: string, input: unknown, signal?: AbortSignal): Promise<ToolResult> => {
    const tool = byName.get(name);
    if (tool === undefined) return mistake('no_such_tool', `there is no tool ${name}`);
    const read = objectOf(input);
    if (read === undefined) return mistake('invalid_input', 'the arguments are not a JSON object');
    try {
      const answer = await farebox.call(tool, read, {
        ...(signal && { signal }),
        ...(caps.maxUsd !== undefined && { maxUsd: caps.maxUsd }),
      });
      return {
        data: answer.data,
        paid_usd: answer.payment?.replayed ? '0' : (answer.payment?.amountUsd ?? '0'),
        transaction: answer.payment?.transaction ?? '',
      };
    } catch (error) {
      if (!(error instanceof FareboxError)) throw error;
      const { code, field, detail, charged } = error;
      return { error: { name: error.name, code, field, detail, charged } };
    }
  };

  return {
    definitions: chosen,
    execute,
    aiSdk: jsonSchema =>
      Object.fromEntries(
        chosen.map(({ name, description, inputSchema }) => [
          name,
          {
            description,
            inputSchema: jsonSchema(inputSchema),
            execute: (input: unknown, options?: { abortSignal?: AbortSignal | undefined }) =>
              execute(name, input, options?.abortSignal),
          },
        ]),
      ),
    openai: () =>
      chosen.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: { ...inputSchema } },
      })),
    openaiResponses: () =>
      chosen.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name,
        description,
        parameters: { ...inputSchema },
        strict: false,
      })),
    anthropic: () =>
      chosen.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
  };
}

/** The arguments of a model: "" stands for none. */
function objectOf(input: unknown): object | undefined {
  let value = input;
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input || '{}');
    } catch {
      return undefined;
    }
  }
  if (value === undefined || value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

function mistake(code: string, detail: string): ToolResult {
  return {
    error: {
      name: 'InvalidInput',
      code,
      field: '',
      detail,
      charged: false,
    },
  };
}
