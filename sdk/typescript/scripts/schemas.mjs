// The inputs of an operation as one JSON Schema that every model's API takes: no references, no formats, and nothing of
// OpenAPI 3.0 that JSON Schema says in another way.

const dropped = new Set(['example', 'format', 'discriminator', 'xml', 'externalDocs', 'deprecated', 'readOnly']);

/** inputSchema is the schema of the parameters or of the body. */
export function inputSchema(document, op) {
  if (op.requestBody) {
    const body = plain(document, op.requestBody.content['application/json'].schema, []);
    if (!body.properties) throw new Error(`${op.operationId}: the body names no members`);
    for (const word of ['oneOf', 'anyOf', 'allOf', 'not']) {
      if (body[word]) throw new Error(`${op.operationId}: ${word} at the top of a tool's schema`);
    }
    // A body that is not said to be an object may be other things too: then other members are taken.
    return object(body.properties, body.required ?? [], body.type !== 'object');
  }

  const properties = {};
  const required = [];
  for (const listed of op.parameters ?? []) {
    const parameter = listed.$ref ? find(document, listed.$ref) : listed;
    if (parameter.in !== 'query') throw new Error(`${op.operationId}: ${parameter.name} is not in the query`);
    const schema = plain(document, parameter.schema, []);
    properties[parameter.name] = { ...schema, description: parameter.description ?? schema.description };
    if (parameter.required) required.push(parameter.name);
  }
  return object(properties, required, false);
}

function object(properties, required, open) {
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: open,
  };
}

function find(document, ref) {
  return ref
    .slice(2)
    .split('/')
    .reduce((at, name) => at[name], document);
}

// plain is the schema without references. above are those that it stands in.
function plain(document, schema, above) {
  if (schema.$ref) {
    if (above.includes(schema.$ref)) throw new Error(`${schema.$ref} refers to itself`);
    return plain(document, find(document, schema.$ref), [...above, schema.$ref]);
  }
  const inner = part => plain(document, part, above);

  const out = {};
  for (const [word, value] of Object.entries(schema)) {
    if (word.startsWith('x-') || dropped.has(word) || word === 'nullable') continue;
    if (word === 'properties') {
      out.properties = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)]));
    } else if (['oneOf', 'anyOf', 'allOf'].includes(word)) {
      out[word] = value.map(inner);
    } else if (word === 'items' || word === 'not' || (word === 'additionalProperties' && typeof value === 'object')) {
      out[word] = inner(value);
    } else {
      out[word] = value;
    }
  }
  return nulls(bounds(merged(out)), schema.nullable === true);
}

// merged takes the one schema of an allOf into the schema around it.
function merged(schema) {
  if (schema.allOf?.length !== 1) return schema;
  const { allOf, ...rest } = schema;
  return { ...allOf[0], ...rest };
}

// bounds writes exclusive bounds as numbers.
function bounds(schema) {
  const out = { ...schema };
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ]) {
    if (out[flag] === true) {
      out[flag] = out[bound];
      delete out[bound];
    } else if (out[flag] === false) {
      delete out[flag];
    }
  }
  return out;
}

function nulls(schema, nullable) {
  if (!nullable || typeof schema.type !== 'string') return schema;
  return { ...schema, type: [schema.type, 'null'] };
}
