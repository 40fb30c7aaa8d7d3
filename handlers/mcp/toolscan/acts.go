package toolscan

import "slices"

// act is one thing that a text would have its reader do: a conjunction of slots that makes a finding.
type act struct {
	check  string
	points int // 0: those of the check
	needs  func(w *window) bool
	shows  slots // the words that the finding's span covers
	named  slots // a tool whose name says one of these does it by purpose
	story  bool  // in a prompt it may be about people in a story, and then weighs little
}

func acts() []act {
	return slices.Concat(secretActs(), contextActs(), orderActs(), deedActs(), toolActs(), outsideActs(), mentions())
}

// secretActs have a secret read, asked for or passed on.
func secretActs() []act {
	keys := of(slotSecret, slotCredential)
	return []act{
		{
			check: "secret_exfiltration",
			needs: func(w *window) bool {
				return w.has(slotCredential) && w.moves() && w.any(slotURL, slotMail, slotParam, slotSink)
			},
			shows: of(slotCredential, slotPut, slotSend, slotRead, slotParam, slotURL, slotMail, slotSink),
		},

		{
			check: "secret_request",
			needs: func(w *window) bool {
				return w.param && w.now.slots.has(slotCredential) && w.now.slots.any(slotData, slotWhole, slotEmit)
			},
			shows: of(slotCredential, slotData),
			named: keys,
		},

		{
			check: "secret_request",
			needs: func(w *window) bool {
				return w.tool && w.now.meets(slotCredential, slotRead) && w.now.slots.any(slotSend, slotPut) &&
					!w.any(slotURL, slotMail, slotParam, slotSink)
			},
			shows: of(slotCredential, slotRead, slotSend, slotPut),
			named: keys | of(slotConfig),
		},

		{
			check: "secret_request",
			needs: func(w *window) bool {
				return w.now.meets(slotVariable, slotRead, slotEmit, slotWhole, slotData) &&
					w.any(slotEmit, slotPut, slotSend) &&
					w.any(slotParam, slotURL, slotSink, slotMail)
			},
			shows: of(slotVariable, slotEmit, slotPut, slotSend),
			named: keys | of(slotConfig),
		},

		{
			check: "secret_read",
			needs: func(w *window) bool {
				return w.now.meets(slotCredential, slotRead)
			},
			shows: of(slotCredential, slotRead),
			named: keys | of(slotConfig),
		},

		{
			check: "credential_transfer",
			needs: func(w *window) bool {
				return w.has(slotSecret) && w.moves() && w.now.meets(slotSecret, slotPut, slotSend, slotParam) &&
					(w.any(slotURL, slotMail, slotConceal, slotSink) || w.hides() ||
						w.has(slotParam) && w.any(slotAlways, slotRead) || w.outside && w.addressed())
			},
			shows: of(slotSecret, slotPut, slotSend),
			named: keys,
		},

		{
			check: "credential_harvest",
			needs: func(w *window) bool {
				return w.has(slotAsking, slotUser, slotSeed) && w.any(slotPut, slotSend, slotParam) &&
					!w.now.said.has(slotRefuse)
			},
			shows: of(slotAsking, slotSeed),
		},
	}
}

// contextActs have the conversation, the model's orders or the user's data passed on.
func contextActs() []act {
	return []act{
		{
			check: "conversation_capture",
			needs: func(w *window) bool {
				return w.now.slots.has(slotTalk) && w.now.meets(slotTalk, slotWhole) && w.moves() &&
					w.any(slotParam, slotAlways, slotSink)
			},
			shows: of(slotTalk, slotWhole),
			named: of(slotTalk),
			story: true,
		},

		{
			check: "conversation_capture",
			needs: func(w *window) bool {
				return w.param && w.now.slots.has(slotTalk, slotWhole) && w.now.meets(slotTalk, slotWhole)
			},
			shows: of(slotTalk, slotWhole),
			named: of(slotTalk),
		},

		{
			check: "system_prompt_leak",
			needs: func(w *window) bool {
				return (w.now.then(slotYour, slotSystem, 14) || w.now.meets(slotSystem, slotWhole, slotGiven)) &&
					w.now.meets(slotSystem, slotPut, slotSend, slotEmit, slotTell)
			},
			shows: of(slotSystem, slotPut, slotSend, slotEmit, slotTell),
		},

		{
			check: "system_prompt_leak",
			needs: func(w *window) bool {
				return w.now.meets(slotOrders, slotEmit, slotTell) && w.now.meets(slotOrders, slotGiven) &&
					w.now.slots.has(slotYour)
			},
			shows: of(slotOrders, slotEmit, slotTell),
		},

		{
			check: "system_prompt_leak",
			needs: func(w *window) bool {
				s := w.now.slots
				return w.now.meets(slotEmit, slotBefore) &&
					(s.has(slotYour, slotGiven) || s.has(slotWhole) && s.any(slotTalk, slotGiven))
			},
			shows: of(slotEmit, slotBefore, slotWhole),
		},

		{
			check: "tool_inventory",
			needs: func(w *window) bool {
				return w.param && w.now.slots.has(slotTool, slotWhole, slotYour)
			},
			shows: of(slotTool, slotWhole),
			named: of(slotTool),
		},

		{
			check: "sensitive_parameter",
			needs: func(w *window) bool {
				return w.has(slotTag, slotPrivate) && w.moves()
			},
			shows: of(slotPrivate, slotPut, slotSend),
		},

		{
			check: "data_to_url",
			needs: func(w *window) bool {
				s := w.now.slots
				return s.any(slotTalk, slotPrivate, slotVariable) && s.has(slotSend) && s.any(slotURL, slotSink) &&
					w.any(slotWhole, slotAlways, slotConceal, slotNumeric)
			},
			shows: of(slotTalk, slotPrivate, slotSend, slotURL),
			named: of(slotSink),
		},

		{
			check:  "data_to_url",
			points: 45,
			needs: func(w *window) bool {
				return w.has(slotOpenURL) && w.any(slotUser, slotTalk, slotPrivate, slotSecret) &&
					w.any(slotPut, slotEmit, slotSend)
			},
			shows: of(slotOpenURL),
		},

		{
			check:  "data_to_url",
			points: 45,
			needs: func(w *window) bool {
				return w.outside && w.has(slotSend, slotPrivate) && w.any(slotURL, slotMail)
			},
			shows: of(slotSend, slotPrivate, slotURL, slotMail),
		},

		{
			check: "collector_host",
			needs: func(w *window) bool {
				return w.has(slotSink) && w.now.meets(slotSink, slotSend, slotPut)
			},
			shows: of(slotSink, slotSend, slotPut),
			named: of(slotSink),
		},

		{
			check: "copy_to_address",
			needs: func(w *window) bool {
				return w.has(slotMail) && !w.said.has(slotExample) &&
					(w.has(slotBlind) || w.now.slots.has(slotSend, slotWhole) && w.now.meets(slotMail, slotSend))
			},
			shows: of(slotMail, slotBlind, slotSend),
		},

		{
			check: "covert_action",
			needs: func(w *window) bool {
				return w.has(slotConceal, slotSend) && w.any(slotMail, slotURL, slotPrivate)
			},
			shows: of(slotConceal, slotSend),
		},
	}
}

// orderActs change whom the model obeys, and what it hides.
func orderActs() []act {
	return []act{
		{
			check: "instruction_override",
			needs: func(w *window) bool { return w.either((*sentence).overrides) },
			shows: of(slotDrop, slotOrders, slotSystem, slotGiven),
		},

		{
			check: "instruction_override",
			needs: func(w *window) bool { return !w.name && w.now.then(slotDrop, slotUser, 8) },
			shows: of(slotDrop, slotUser, slotOrders),
		},

		{
			check: "role_change",
			needs: func(w *window) bool {
				enters := func(f filled) bool { return f.slots.has(slotFree, slotBecome) && !f.negated }
				return w.now.meets(slotFree, slotBecome) || slices.ContainsFunc(w.now.words, enters) ||
					w.now.meets(slotFree, slotModel) && w.now.slots.has(slotYour)
			},
			shows: of(slotFree, slotBecome),
		},

		{
			check:  "role_change",
			points: 45,
			needs: func(w *window) bool {
				return w.now.slots.has(slotBecome) && w.now.slots.any(slotOnly, slotAlways)
			},
			shows: of(slotBecome),
			story: true,
		},

		{
			check:  "role_change",
			points: 50,
			needs: func(w *window) bool {
				return w.now.slots.has(slotBecome) && w.any(slotDrop, slotDespite) &&
					w.any(slotOrders, slotTool, slotUser)
			},
			shows: of(slotBecome, slotDrop, slotDespite),
			story: true,
		},

		{
			check: "against_user",
			needs: func(w *window) bool {
				return w.now.slots.has(slotDespite) &&
					w.any(slotCall, slotAlways, slotTool, slotOrders, slotPut, slotSend)
			},
			shows: of(slotDespite, slotUser, slotOrders),
			story: true,
		},

		{
			check: "threat",
			needs: func(w *window) bool {
				return w.now.slots.has(slotThreat) && w.now.said.has(slotNeg) && w.now.said.any(slotYour, slotCall)
			},
			shows: of(slotThreat),
			story: true,
		},

		{
			check: "concealment",
			needs: (*window).hides,
			shows: of(slotTell, slotUser, slotConceal),
		},

		{
			check: "consent_bypass",
			needs: func(w *window) bool { return w.has(slotDrop, slotAsking) && w.hides() },
			shows: of(slotDrop, slotAsking),
		},

		{
			check: "consent_bypass",
			needs: func(w *window) bool {
				return w.unasked() && w.any(slotRun, slotPay, slotSend, slotChange) &&
					(w.any(slotAccount, slotPipe, slotURL, slotMail, slotNamed) || w.addressed())
			},
			shows: of(slotAsking, slotAgreed),
		},

		{
			check: "hidden_comment",
			needs: func(w *window) bool {
				return w.now.slots.has(slotComment) && (w.addressed() || w.any(slotDrop, slotSystem))
			},
			shows: of(slotComment, slotModel, slotDrop),
		},

		{
			check: "emphasis_tag_order",
			needs: func(w *window) bool {
				orders := []slot{slotAlways, slotPut, slotSend, slotRead, slotDrop}
				return slices.ContainsFunc(orders, func(one slot) bool { return w.now.then(slotTag, one, 4*near) })
			},
			shows: of(slotTag, slotAlways),
		},

		{
			check:  "addressed_to_model",
			points: 20,
			needs:  func(w *window) bool { return w.tool && w.now.addressed() },
			shows:  of(slotModel),
		},
	}
}

// deedActs do harm outside of the conversation.
func deedActs() []act {
	return []act{
		{
			check: "fund_transfer",
			needs: func(w *window) bool {
				return w.has(slotPay, slotAccount) && !w.said.has(slotExample) &&
					(w.any(slotAlways, slotDespite, slotChange, slotInstead) || w.unasked() || w.hides() || w.outside)
			},
			shows: of(slotPay, slotAccount),
		},

		{
			check:  "undeclared_execution",
			points: 60,
			needs: func(w *window) bool {
				return w.has(slotPipe) && (w.has(slotNumeric) || w.addressed() ||
					w.tool && w.now.meets(slotPipe, slotRun) && !w.now.said.has(slotInstall))
			},
			shows: of(slotPipe),
		},

		{
			check: "undeclared_execution",
			needs: func(w *window) bool {
				return !w.outside && w.has(slotURL, slotRead, slotRun) && w.any(slotShell, slotOrders, slotAlways)
			},
			shows: of(slotURL, slotRead, slotRun),
			named: of(slotShell),
		},

		{
			check: "undeclared_execution",
			needs: func(w *window) bool {
				return w.tool && w.now.meets(slotShell, slotRun) && !w.said.has(slotRefuse)
			},
			shows: of(slotShell, slotRun),
			named: of(slotShell),
		},

		{
			check: "destructive_command",
			needs: func(w *window) bool {
				return w.now.slots.has(slotDanger) && (!w.said.has(slotRefuse) || w.now.then(slotRun, slotDanger, 12))
			},
			shows: of(slotDanger),
			named: of(slotShell),
		},

		{
			check: "persistence",
			needs: func(w *window) bool {
				return w.has(slotPersist) && w.now.meets(slotPersist, slotPut, slotChange, slotInstall, slotSend) &&
					!w.outside
			},
			shows: of(slotPersist, slotPut, slotChange, slotInstall),
			named: of(slotShell),
		},

		{
			check: "agent_config",
			needs: func(w *window) bool {
				return w.has(slotConfig) && w.now.meets(slotConfig, slotPut, slotChange, slotInstall)
			},
			shows: of(slotConfig, slotPut, slotChange),
			named: of(slotConfig),
		},

		{
			check: "disable_protection",
			needs: func(w *window) bool {
				return w.now.then(slotDrop, slotProtect, 25) && w.any(slotBefore, slotAlways, slotCall)
			},
			shows: of(slotDrop, slotProtect),
			named: of(slotProtect),
		},
	}
}

// toolActs change how other tools are used.
func toolActs() []act {
	foreign := func(s *sentence) bool {
		return slices.ContainsFunc(s.words, func(f filled) bool { return f.slots.has(slotNamed) && !f.sibling })
	}
	return []act{
		{
			check: "cross_tool_instruction",
			needs: func(w *window) bool {
				return foreign(w.now) && w.now.slots.any(slotAlways, slotCall) &&
					w.now.meets(slotNamed, slotTarget, slotCall) &&
					w.either(func(s *sentence) bool { return s.meets(slotTarget, slotPut, slotChange, slotSend) })
			},
			shows: of(slotNamed, slotTarget, slotChange),
		},

		{
			check: "sibling_instruction",
			needs: func(w *window) bool {
				return w.now.meets(slotNamed, slotTarget) && w.any(slotPut, slotChange) &&
					w.any(slotTalk, slotMail, slotAccount, slotURL, slotWhole)
			},
			shows: of(slotNamed, slotTarget),
		},

		{
			check: "discredits_tool",
			needs: func(w *window) bool {
				return w.now.slots.has(slotDiscredit) && w.now.meets(slotDiscredit, slotNamed, slotTool) &&
					(w.now.slots.has(slotNamed) || w.now.slots.has(slotOther, slotTool))
			},
			shows: of(slotNamed, slotTool, slotDiscredit),
		},

		{
			check: "tool_preemption",
			needs: func(w *window) bool {
				return w.said.has(slotCall, slotOther, slotTool, slotInstead) && w.now.said.has(slotCall, slotInstead)
			},
			shows: of(slotTool, slotInstead),
		},

		{
			check: "coercion",
			needs: func(w *window) bool {
				s := w.now.slots
				return s.has(slotTool, slotOther, slotCall, slotBefore) &&
					s.any(slotAlways, slotDespite, slotWhole, slotOnly)
			},
			shows: of(slotTool, slotBefore, slotCall),
		},
	}
}

// outsideActs are orders to the model in what only brings it data.
func outsideActs() []act {
	return []act{
		{
			check:  "addressed_to_model",
			points: 36,
			needs: func(w *window) bool {
				return w.outside && w.addressed() && !w.asks() &&
					(w.any(slotSend, slotEmit, slotRun, slotPay, slotOnly, slotChange, slotCall, slotPut,
						slotRead, slotConceal, slotDrop)) ||
					w.source && w.now.dedicated()
			},
			shows: of(slotModel, slotSend, slotEmit, slotRun, slotChange),
		},
	}
}

// mentions are notes of what a text names.
func mentions() []act {
	names := func(one slot) func(w *window) bool {
		return func(w *window) bool { return w.now.said.has(one) }
	}
	return []act{
		{check: "secret_path", needs: names(slotCredential), shows: of(slotCredential)},
		{check: "collector_mention", needs: names(slotSink), shows: of(slotSink)},
		{check: "emphasis_tag", needs: names(slotTag), shows: of(slotTag)},
	}
}
