import type { Farebox } from './farebox.js';
import { catalogue } from './gen/catalogue.js';
import { toolset, type ToolCaps, type ToolDefinition, type Tools } from './toolset.js';

export * from './toolset.js';

/** Which routes become tools. Without names and families: the flagships and findRoutes. */
export interface ToolSelection extends ToolCaps {
  names?: readonly string[];
  families?: readonly string[];
}

/**
 * Routes of the service as tools, by name or family. All descriptions come with it: where size counts, take those of a
 * few by toolset.
 */
export function tools(farebox: Farebox, selection: ToolSelection = {}): Tools {
  return toolset(farebox, choose(selection), selection);
}

function choose({ names, families }: ToolSelection): ToolDefinition[] {
  if (names === undefined && families === undefined) return catalogue.filter(tool => tool.flagship);
  for (const name of names ?? []) {
    if (!catalogue.some(tool => tool.name === name)) throw new TypeError(`tools: there is no operation ${name}`);
  }
  for (const family of families ?? []) {
    if (!catalogue.some(tool => tool.family === family)) throw new TypeError(`tools: there is no family ${family}`);
  }
  return catalogue.filter(tool => names?.includes(tool.name) || families?.includes(tool.family));
}
