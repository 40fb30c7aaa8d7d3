package toolscan

import "strings"

// takesContents is a rule without points: it counts only together with secret_read.
const takesContents = "takes_contents"

func secretRules() []rule {
	out := of(pass, send)
	negated := of(neg)
	return []rule{
		{check: "secret_exfiltration", unlessNeg: true, steps: []step{{any: of(read)}, {any: of(secretFile), gap: 9}, {any: of(pass, send, add), gap: 25, not: of(neg, detect, inspects)}}},
		{check: "secret_exfiltration", steps: []step{{any: of(secretFile)}, {any: out, gap: 12, not: negated}, {any: of(param, url, sink, mail, server), gap: 9}}},
		{check: "secret_request", unlessNeg: true, steps: []step{{any: of(pass, send)}, {any: of(data, all, target), gap: 4}, {any: of(secretFile), gap: 5, not: of(path)}}},
		{check: "secret_request", kinds: paramKinds, unlessNeg: true, steps: []step{{any: of(data, all)}, {any: of(secretFile), gap: 5, not: of(path)}}},
		{check: "secret_read", unlessNeg: true, steps: []step{{any: of(read)}, {any: of(secretFile), gap: 8, not: of(detect, inspects)}}, purpose: of(keyTopic, confTopic, cred), declared: pointsNote},
		{check: "secret_path", steps: []step{{any: of(secretFile)}}, adjust: pathOnly},
		{check: "secret_parameter_name", kinds: of1(kindParamName), steps: []step{{any: of(data, read)}, {any: of(secretKind), gap: 5}}},
		{check: takesContents, kinds: paramKinds, unlessNeg: true, steps: []step{{any: of(pass, add, send, all)}, {any: of(data), gap: 5}}},
		{check: "credential_harvest", unlessNeg: true, steps: []step{{any: of(ask)}, {any: of(user), gap: 2}, {any: of(credHigh), gap: 6, not: negated}}},
		{check: "credential_harvest", points: 45, unlessNeg: true, steps: []step{{any: of(ask)}, {any: of(user), gap: 2}, {any: of(cred), gap: 6, not: negated}, {any: out, gap: 8, not: negated}}},
		{check: "sensitive_parameter", unlessNeg: true, steps: []step{{any: of(pass, send, read)}, {any: of(sensitive), gap: 4, not: negated}, {any: of(data), gap: 1}}, adjust: wantsParameter},
	}
}

func of1(k segKind) kindSet { return 1 << k }

// pathOnly exempts parameters that are paths by name or default.
func pathOnly(h *hit) int {
	if h.tool.purpose.has(of(keyTopic, confTopic, cred, path)) {
		return 0
	}
	return h.points
}

// wantsParameter distinguishes an order to hand over private data from a description of what a tool does with its
// data: the order names the parameter, or is not the start of its text.
func wantsParameter(h *hit) int {
	rest := strings.ToLower(h.after(90))
	for _, name := range h.tool.params {
		for _, where := range []string{" in " + name, " to " + name, " into " + name, " as " + name, " in `" + name, " in '" + name} {
			if i := strings.Index(rest, where); i >= 0 && (i+len(where) == len(rest) || !alnum(rest[i+len(where)])) {
				return h.points
			}
		}
	}
	for _, where := range []string{"parameter", "argument", " as their ascii", "ascii value", "ascii code", "in the field", "in this field"} {
		if strings.Contains(rest, where) {
			return h.points
		}
	}
	if h.tool.m.tag >= h.tool.m.pos-30 {
		return 45
	}
	return 0
}

func contextRules() []rule {
	return []rule{
		{check: "conversation_capture", points: 55, kinds: paramKinds, unlessNeg: true, steps: []step{{any: of(all)}, {any: of(conv), gap: 5}}, purpose: of(convTopic), declared: pointsNote},
		{check: "collector_host", points: 50, steps: []step{{any: of(url)}, {any: of(villain), gap: 5}}},
		{check: "system_prompt_leak", unlessNeg: true, steps: []step{{any: of(pass, send, add)}, {any: of(your), gap: 1}, {any: of(instr), gap: 3}, {any: of(param), gap: 16}}},
		{check: "data_to_url", points: 60, steps: []step{{any: of(conv)}, {any: of(send), gap: 13}, {any: of(url), gap: 3}}},
		{check: "system_prompt_leak", points: 55, unlessNeg: true, steps: []step{{any: of(tell)}, {any: of(sysPrompt), gap: 3}}},
		{check: "tool_inventory", unlessNeg: true, steps: []step{{any: of(all)}, {any: of(tool), gap: 1}, {any: of(hasAccess), gap: 2}}},
		{check: "context_parameter", kinds: of1(kindParamName), steps: []step{{any: of(conv, sysPrompt)}}, purpose: of(convTopic), declared: 0},
		{check: "collector_host", unlessNeg: true, steps: []step{{any: of(send, pass)}, {any: of(sink), gap: 22}}, purpose: of(sinkTopic), declared: pointsMention},
		{check: "collector_mention", steps: []step{{any: of(sink)}}, purpose: of(sinkTopic), declared: 3},
		{check: "copy_to_address", unlessNeg: true, steps: []step{{any: of(must, all)}, {any: of(send, add, pass), gap: 3}, {any: of(mail), gap: 8, not: of(eg)}}, adjust: fixedAddress},
		{check: "copy_to_address", unlessNeg: true, steps: []step{{any: of(send)}, {any: of(all, conv), gap: 3}, {any: of(mail), gap: 14, not: of(eg)}}, adjust: fixedAddress},
		{check: "copy_to_address", unlessNeg: true, steps: []step{{any: of(write)}, {any: of(mail), gap: 3, not: of(eg)}}, adjust: fixedAddress},
	}
}

// fixedAddress excludes placeholder addresses: those of the example domains (RFC 2606).
func fixedAddress(h *hit) int {
	text := strings.ToLower(h.view.text[h.start:h.end])
	if strings.Contains(text, "@example.") || !strings.Contains(text, "@") && !strings.Contains(h.after(60), "@") && !strings.Contains(text, "blind") {
		return 0
	}
	if strings.Contains(text, "feedback") || strings.Contains(text, "question") || strings.Contains(text, "support") {
		return pointsNote
	}
	return h.points
}

func styleRules() []rule {
	return []rule{{check: "hidden_by_style", steps: []step{{any: of(styleHidden)}}}}
}

func capabilityRules() []rule {
	runs := of(exec, shell, code, keyTopic, queryTopic)
	return []rule{
		{check: "undeclared_execution", unlessNeg: true, steps: []step{{any: of(exec)}, {any: of(shell), gap: 4, not: of(neg)}}, purpose: runs, declared: pointsNote, adjust: notBlocked},
		{check: "undeclared_execution", unlessNeg: true, steps: []step{{any: of(shell)}, {any: of(exec), gap: 5, not: of(neg)}}, purpose: runs, declared: pointsNote, adjust: notBlocked},
		{check: "code_execution", unlessNeg: true, steps: []step{{any: of(exec)}, {any: of(code), gap: 3}}},
		{check: "raw_sql", unlessNeg: true, steps: []step{{any: of(exec)}, {any: of(sql), gap: 2}}},
		{
			check:     "destructive_command",
			unlessNeg: true,
			steps:     []step{{any: of(dangerous)}},
			adjust:    notRefused,
			purpose:   runs,
			declared:  pointsMention,
		},
		{check: "persistence", unlessNeg: true, steps: []step{{any: of(write, add)}, {any: of(persist), gap: 9}}, purpose: of(keyTopic), declared: pointsNote},
		{check: "agent_config", unlessNeg: true, steps: []step{{any: of(write, add)}, {any: of(agentConf), gap: 12}}, purpose: of(confTopic), declared: pointsNote},
		{check: "disable_protection", unlessNeg: true, steps: []step{{any: of(disable)}, {any: of(protect), gap: 3}}, purpose: of(disable, protect), declared: pointsNote},
		{check: "fund_transfer", unlessNeg: true, steps: []step{{any: of(pay)}, {any: of(money), gap: 3}, {any: of(account), gap: 8, not: of(eg)}}, adjust: fundsByName},
		{check: "fund_transfer", points: 50, unlessNeg: true, steps: []step{{any: of(pay)}, {any: of(money), gap: 3}, {any: of(skip), gap: 18}}, adjust: fundsByName},
		{check: "moves_money", unlessNeg: true, steps: []step{{any: of(pay)}, {any: of(money), gap: 3}}},
	}
}

// notRefused excludes commands that the text says are refused. It never excludes an order to run the command,
// whatever its stated benefit.
func notRefused(h *hit) int {
	before := strings.ToLower(h.view.text[max(0, h.start-60):h.start])
	after := strings.ToLower(h.after(60))
	if end := strings.IndexAny(after, ".;!\n"); end >= 0 {
		after = after[:end]
	}

	at, refused := lastOf(before, "block", "reject", "denied", "deny", "denies", "refuse", "forbid", "not allowed",
		"disallow", "prevent", "dangerous", "injection", "detect")
	order, ordered := lastOf(before,
		"run ", "execute ", "issue ", "call ", "use ", "type ", "paste ", "start ", "launch ")

	if ordered && (!refused || order > at) {
		ordered = !strings.Contains(before[:order], " not ") && !strings.Contains(before[:order], "never ")
	} else {
		ordered = false
	}

	if !ordered && refused {
		return 0
	}

	_, told := lastOf(after, "is block", "are block", "is reject", "are reject", "is denied", "are denied", "is refuse",
		"are refuse", "is forbid", "are forbid", "not allowed", "is disallow", "are disallow", "will be block",
		"will be reject", "is prevented", "are prevented", "is dangerous", "are dangerous")
	if told {
		return 0
	}

	return h.points
}

// lastOf is where the last occurrence of words begins in text, and whether there is one.
func lastOf(text string, words ...string) (int, bool) {
	last := -1
	for _, word := range words {
		last = max(last, strings.LastIndex(text, word))
	}
	return last, last >= 0
}

// notBlocked excludes running commands in a text about refusing some.
func notBlocked(h *hit) int {
	near := strings.ToLower(h.view.text[max(0, h.start-60):h.start] + h.after(60))
	for _, word := range []string{"block", "reject", "denied", "deny", "refuse", "forbid", "not allowed", "disallow", "prevent", "dangerous", "injection"} {
		if strings.Contains(near, word) {
			return 0
		}
	}
	return h.points
}

// fundsByName weighs a transfer by whether the tool's name declares one.
func fundsByName(h *hit) int {
	if h.tool.purpose.has(of(pay, money)) {
		return 0
	}
	return h.points
}
