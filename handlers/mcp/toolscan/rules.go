package toolscan

import "strings"

// ruleList is every sequence that makes a finding. Read a step as "then, within gap words".
func ruleList() []rule {
	var out []rule
	for _, list := range [][]rule{overrideRules(), behaviourRules(), secretRules(), contextRules(), capabilityRules(), shadowRules(), styleRules()} {
		out = append(out, list...)
	}
	return out
}

func overrideRules() []rule {
	return []rule{
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(prior), gap: 4}, {any: of(instr, sysPrompt, rules), gap: 4}}, adjust: weakOverride},
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(instr), gap: 3}, {any: of(prior), gap: 3}}},
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(your, model), gap: 3}, {any: of(instr, rules, sysPrompt), gap: 4}}},
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(sysPrompt), gap: 4}}},
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(everything), gap: 2}}},
		{check: "instruction_override", unlessNeg: true, steps: []step{{any: of(override)}, {any: of(user), gap: 2}, {any: of(instr, rules, task), gap: 2}}},
		{check: "role_change", steps: []step{{any: of(role, fromNow)}, {any: of(unlimited), gap: 12}}},
		{check: "role_change", points: 55, steps: []step{{any: of(role)}, {any: of(obey, override), gap: 14}}},
		{check: "role_change", points: 50, steps: []step{{any: of(unlimited)}, {any: of(follow, override, skip, obey), gap: 10}}},
		{check: "role_change", points: 45, steps: []step{{any: of(fromNow)}, {any: of(role), gap: 3}}},
		{check: "standing_order", steps: []step{{any: of(fromNow)}, {any: of(your, obey, must, follow), gap: 5}}},
		{check: "role_marker", steps: []step{{any: of(sysMark)}}, adjust: quotedMarker},
	}
}

// quotedMarker tells a mentioned marker, alone between quotes, from one in use.
func quotedMarker(h *hit) int {
	const quotes = "`\"'"
	if h.start > 0 && h.end < len(h.view.text) && strings.IndexByte(quotes, h.view.text[h.start-1]) >= 0 && h.view.text[h.end] == h.view.text[h.start-1] {
		return pointsMention
	}
	return h.points
}

// weakOverride distinguishes a settings tool's "override the previous policy" from orders: the weak nouns need a
// verb that only orders use.
func weakOverride(h *hit) int {
	text := strings.ToLower(h.view.text[h.start:h.end])
	for _, noun := range []string{"rule", "polic", "context", "constraint", "restriction", "limitation", "command", "training", "protocol", "norm"} {
		if !strings.Contains(text[len(text)-min(len(text), 14):], noun) {
			continue
		}
		for _, verb := range []string{"ignore ", "disregard ", "forget ", "bypass "} {
			if strings.HasPrefix(text, verb) {
				return h.points
			}
		}
		return 0
	}
	return h.points
}

func behaviourRules() []rule {
	return []rule{
		{check: "concealment", steps: []step{{any: of(neg)}, {any: of(tell), gap: 1}, {any: of(user), gap: 5, not: of(cred, credHigh, sensitive)}}, adjust: concealingOrder},
		{check: "concealment", steps: []step{{any: of(concealed)}}},
		{check: "coercion", points: 36, steps: []step{{any: of(call)}, {any: of(tool), gap: 1}, {any: of(uncond), gap: 3}}},
		{check: "coercion", steps: []step{{any: of(anyOther)}, {any: of(tool, call, must, read, send), gap: 10}}},
		{check: "coercion", steps: []step{{any: of(must, call, tool)}, {any: of(anyOther), gap: 12}}},
		{check: "coercion", points: 35, steps: []step{{any: of(must, call, pass)}, {any: of(everyTurn), gap: 10}}},
		{check: "coercion", points: 35, steps: []step{{any: of(everyTurn)}, {any: of(call, must, pass, send), gap: 8}}},
		{
			check:   "threat",
			inStory: true,
			steps: []step{
				{any: of(your, neg, call)},
				{any: of(threat), gap: 12},
			},
			adjust: threatens,
		},
		{check: "against_user", unlessNeg: true, steps: []step{{any: of(uncond)}, {any: of(user, instr, sysPrompt), gap: 5}}, adjust: despiteUser},
		{check: "claims_precedence", unlessNeg: true, steps: []step{{any: of(precede)}, {any: of(user, instr, sysPrompt, your, prior), gap: 5}}},
		{
			check:     "obedience",
			inStory:   true,
			unlessNeg: true,
			steps: []step{
				{any: of(obey)},
				{any: of(tool, instr, rules, everything, all), gap: 5},
			},
		},
		{check: "obedience", points: 45, inStory: true, unlessNeg: true, steps: []step{{any: of(heed)}}},
		{check: "obedience", unlessNeg: true, points: 35, steps: []step{{any: of(follow)}, {any: of(all), gap: 1}, {any: of(instr, rules), gap: 3}, {any: of(tool, server), gap: 5}}},
		{check: "hidden_comment", steps: []step{{any: of(comment)}, {any: of(must, model, addressed, override, tell, send, read, sysPrompt), gap: 12}}, adjust: insideComment},
		{check: "emphasis_tag_order", steps: []step{{any: of(pseudoTag)}, {any: of(imperative, override, send, pass, read), gap: 30}}},
		{check: "emphasis_tag", steps: []step{{any: of(pseudoTag)}}},
		{check: "addressed_to_model", steps: []step{{any: of(addressed)}}},
		{check: "addressed_to_model", points: 15, unlessNeg: true, steps: []step{{any: of(model)}, {any: of(must), gap: 2}}},
	}
}

// concealingOrder wants an order: not "if not, tell the user", "cannot tell whether the user" or "does not show it
// to other users".
func concealingOrder(h *hit) int {
	text := strings.ToLower(h.view.text[h.start:h.end])
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if i > 0 && (word == "not" || word == "exist" || word == "found" || word == "sure") {
			return 0
		}
		if i < 2 && strings.ContainsAny(word[len(word)-1:], ",;:.") || i == 0 && (word == "cannot" || word == "no" || word == "nor") {
			return 0
		}
		if i > 1 {
			break
		}
	}

	before := strings.Fields(strings.ToLower(h.view.text[max(0, h.start-24):h.start]))
	if len(before) > 0 {
		switch before[len(before)-1] {
		case "does", "did", "is", "was", "are", "were", "will", "would", "could", "may", "might", "has", "have", "if", "we", "they":
			return 0
		}
		if len(before) > 1 && before[len(before)-1] == "do" && (before[len(before)-2] == "we" || before[len(before)-2] == "they") {
			return 0
		}
	}

	return contentGuard(h)
}

// contentGuard distinguishes "do not tell the user that a refund is guaranteed", which restricts a claim, from "do
// not tell the user about this": "the user" is followed by a claim about something else.
func contentGuard(h *hit) int {
	rest := strings.ToLower(strings.TrimLeft(h.after(40), " "))
	if claim, ok := strings.CutPrefix(rest, "that "); ok {
		for _, own := range []string{"you", "this", "it ", "these", "we ", "there", "they", "their "} {
			if strings.HasPrefix(claim, own) {
				return h.points
			}
		}
		h.rule = &rule{check: "content_guard"}
		return pointsMention
	}
	for _, when := range []string{"until", "unless", "before", "when ", "if "} {
		if strings.HasPrefix(rest, when) {
			h.rule = &rule{check: "content_guard"}
			return pointsMention
		}
	}
	return h.points
}

// threatens requires a consequence for the model or its session.
func threatens(h *hit) int {
	text := strings.ToLower(h.view.text[h.start:h.end])
	if strings.Contains(text, "you") || strings.Contains(text, "do not") || strings.Contains(text, "don't") {
		return h.points
	}
	return 0
}

// despiteUser excludes "even if the user gives only one": the order must go against what the user or the
// instructions want.
func despiteUser(h *hit) int {
	rest := strings.ToLower(h.view.text[h.start:h.end] + h.after(40))
	if strings.HasPrefix(rest, "even") || strings.HasPrefix(rest, "whether") {
		for _, against := range []string{"says no", "refuse", "declin", "object", "did not", "didn't", "does not", "doesn't", "disagree", "say that", "say other", "forbid", "say you", "prohibit", "never ask", "not to"} {
			if strings.Contains(rest, against) {
				return h.points
			}
		}
		return 0
	}
	return h.points
}

// insideComment requires the order before the end of the comment.
func insideComment(h *hit) int {
	if strings.Contains(h.view.text[h.start:h.end], "-->") {
		return 0
	}
	return h.points
}

func shadowRules() []rule {
	otherTool := of(toolRef, sibling)
	return []rule{
		{check: "cross_tool_instruction", steps: []step{{any: of(when, uncond)}, {any: otherTool, gap: 5}, {any: of(must), gap: 10}, {any: of(write, add, pass, send, target), gap: 6}}, adjust: shadowing},
		{check: "cross_tool_instruction", steps: []step{{any: of(when)}, {any: otherTool, gap: 5}, {any: of(write), gap: 6}, {any: of(target, mail), gap: 5}}, adjust: shadowing},
		{check: "cross_tool_instruction", steps: []step{{any: otherTool}, {any: of(must, when), gap: 4}, {any: of(write, add), gap: 5}, {any: of(target, mail, conv), gap: 10}}, adjust: shadowing},
		{check: "cross_tool_instruction", points: 60, steps: []step{{any: otherTool}, {any: of(target), gap: 6}, {any: of(write, must), gap: 3}, {any: of(mail, account, url), gap: 8}}},
		{check: "discredits_tool", steps: []step{{any: otherTool}, {any: of(discredit), gap: 6}}},
		{check: "discredits_tool", points: 35, steps: []step{{any: of(neg)}, {any: of(call), gap: 1}, {any: otherTool, gap: 2}, {any: of(instead), gap: 6}, {any: of(all), gap: 3}}},
		{check: "discredits_tool", points: 45, steps: []step{{any: of(other)}, {any: of(tool, server), gap: 4}, {any: of(discredit), gap: 8}}},
		{check: "cross_tool_instruction", points: 50, steps: []step{{any: of(tool, toolRef, sibling)}, {any: of(write), gap: 10}, {any: of(wrong), gap: 2}, {any: of(target), gap: 1}}},
		{check: "cross_tool_instruction", points: 50, steps: []step{{any: of(write)}, {any: of(wrong), gap: 2}, {any: of(target), gap: 1}, {any: of(tool, toolRef, sibling), gap: 6}}},
		{check: "cross_tool_instruction", points: 60, steps: []step{{any: otherTool}, {any: of(must), gap: 2}, {any: of(call), gap: 2}, {any: of(secretFile), gap: 6}}},
	}
}

// shadowing weighs an order about another tool: one on another server weighs most, one in the same list less, and
// only if the order concerns its arguments or output.
func shadowing(h *hit) int {
	if h.tool.m.foreign >= h.tool.m.pos-30 {
		return h.points
	}
	text := strings.ToLower(h.view.text[h.start:h.end] + h.after(60))
	for _, object := range []string{"recipient", "payee", "beneficiary", "destination", "bcc", "argument", "output", "where clause", "address", "account", "@", "result must", "before the user"} {
		if strings.Contains(text, object) {
			h.rule = &rule{check: "sibling_instruction"}
			return h.tool.s.checks["sibling_instruction"].points
		}
	}
	h.rule = &rule{check: "sibling_advice"}
	return h.tool.s.checks["sibling_advice"].points
}

// wellKnownTools are folded names of tools that many servers have; a text with orders about one of them, in a list
// without it, is about another server's tool.
func wellKnownTools() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`send_email send_mail send_message post_message read_file write_file edit_file delete_file list_directory create_payment make_payment
		bank_transfer transfer_money send_money send_payment execute_command run_command execute_query run_query run_sql create_issue create_pull_request push_files
		get_secret search_emails read_email get_credentials web_search fetch_url create_event send_sms send_invoice place_order buy_item browser_navigate`) {
		out[foldName(name)] = true
	}
	return out
}
