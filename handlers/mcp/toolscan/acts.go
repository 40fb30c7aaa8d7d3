package toolscan

import (
	"slices"
	"strings"
)

// act is one thing that a text would have its reader do: a conjunction of slots that makes a finding.
type act struct {
	check  string
	points int // 0: those of the check
	needs  func(w *window) bool
	shows  slots // the words that the finding's span covers
	named  slots // a tool whose name says one of these does it by purpose
	story  bool  // in a prompt it may be about people in a story, and then weighs little
}

// window is two sentences that follow each other, in a text of a kind.
type window struct {
	slots             // of both sentences
	said    slots     // of both, with negated verbs and quotations
	outside bool      // from a source that should give no orders
	tool    bool      // describes a tool
	param   bool      // describes a parameter, or may
	named   slots     // of the tool's name
	now     *sentence // the first
	next    *sentence // the second, or nil
}

// then reports whether a word of one slot is followed by one of another, at most gap bytes later.
func (s *sentence) then(one, other slot, gap int) bool {
	for i, f := range s.words {
		if !f.slots.has(one) || f.quoted {
			continue
		}
		for _, g := range s.words[i+1:] {
			if g.start-f.end <= gap && g.slots.has(other) && !g.quoted {
				return true
			}
		}
	}
	return false
}

// near is how many bytes apart two words may stand that belong together.
const near = 60

// meets reports whether a word of one slot stands near one of the others, both unquoted and the others not negated.
func (s *sentence) meets(one slot, others ...slot) bool {
	for i, f := range s.words {
		if !f.slots.has(one) || f.quoted {
			continue
		}
		for k, g := range s.words {
			if k != i && g.slots.any(others...) && !g.negated && !g.quoted && g.start-f.end < near && f.start-g.end < near {
				return true
			}
		}
	}
	return false
}

// topical reports whether what is to be forgotten concerns a thing of the world: "everything you heard about
// bread", "the old instructions for the lift".
func (s *sentence) topical() bool {
	if !s.said.has(slotDrop) {
		return false
	}

	for i, f := range s.words {
		if !f.slots.has(slotOrders) {
			continue
		}
		if i > 0 && f.unspaced && s.words[i-1].slots.has(slotAbout) {
			return true // the topic stands first
		}
		for k, g := range s.words[i+1:] {
			if g.start-f.end > 25 || !g.slots.has(slotAbout) {
				continue
			}
			rest := s.words[i+k+2:]
			return len(rest) == 0 || rest[0].start-g.end > 12 ||
				!rest[0].slots.any(slotWhole, slotOrders, slotSystem, slotGiven, slotYour, slotModel, slotUser, slotTalk)
		}
	}
	return false
}

// overrides reports whether the sentence has the model's orders dropped.
func (s *sentence) overrides() bool {
	if !s.slots.has(slotDrop) || s.topical() {
		return false
	}
	whose := s.meets(slotOrders, slotGiven, slotBefore) || s.then(slotYour, slotOrders, 12)
	return s.then(slotDrop, slotSystem, 40) ||
		s.then(slotDrop, slotOrders, 40) && (whose || s.addressed()) ||
		s.then(slotOrders, slotDrop, near) && whose
}

// addressed reports whether the sentence speaks to the model.
func (s *sentence) addressed() bool {
	return slices.ContainsFunc(s.words, func(f filled) bool { return f.addressed })
}

// addressed reports whether either sentence speaks to the model.
func (w *window) addressed() bool { return w.now.addressed() || w.next != nil && w.next.addressed() }

// either reports whether either sentence has the property.
func (w *window) either(property func(s *sentence) bool) bool {
	return property(w.now) || w.next != nil && property(w.next)
}

// forbids reports whether the sentence negates a word of the slot, before it, or after it as the last word of a
// clause.
func (s *sentence) forbids(verb slot) bool {
	for i, f := range s.words {
		if !f.slots.has(verb) || f.quoted {
			continue
		}
		if f.negated {
			return true
		}
		for k, g := range s.words[i+1:] {
			if g.slots.has(slotNeg) && g.start-f.end <= near {
				rest := s.words[i+k+2:]
				return len(rest) == 0 || rest[0].start-g.end > 12
			}
		}
	}
	return false
}

// conceals reports whether the sentence has something kept quiet: what was just said, what it does, or all of it. A
// claim that is not to be made ("do not say that a refund is certain") is none of these.
func (s *sentence) conceals() bool {
	if s.meets(slotConceal, slotSend, slotPut, slotRun, slotThis) {
		return true
	}
	if !s.forbids(slotTell) {
		return false
	}
	last := s.words[len(s.words)-1]
	all := s.end-last.end < 12 && last.slots.any(slotTell, slotUser, slotNeg) &&
		(s.then(slotTell, slotUser, 8) || s.then(slotUser, slotTell, 24))
	return s.said.has(slotThis) || all ||
		s.slots.any(slotPut, slotSend, slotRun, slotPay, slotCredential)
}

// hides reports whether something is to be kept from the user.
func (w *window) hides() bool { return w.said.has(slotUser) && w.either((*sentence).conceals) }

// unasked reports whether the user's consent is skipped or claimed.
func (w *window) unasked() bool {
	skipped := func(s *sentence) bool {
		for i, f := range s.words {
			if f.slots.has(slotAsking) && (f.negated || i > 0 && s.words[i-1].slots.has(slotNeg)) {
				return true
			}
		}
		return s.then(slotAsking, slotNeg, 12)
	}
	return w.has(slotAgreed) || w.either(skipped)
}

// moves reports whether something is put or sent somewhere.
func (w *window) moves() bool { return w.any(slotPut, slotSend) }

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
				return w.now.meets(slotVariable, slotRead, slotEmit, slotWhole) && w.any(slotEmit, slotPut, slotSend) &&
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
						w.has(slotParam, slotAlways) || w.outside && w.addressed())
			},
			shows: of(slotSecret, slotPut, slotSend),
			named: keys,
		},
		{
			check: "credential_harvest",
			needs: func(w *window) bool {
				return w.has(slotAsking, slotUser, slotSeed) && w.any(slotPut, slotSend, slotParam) && !w.now.said.has(slotRefuse)
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
					(w.any(slotParam, slotAlways, slotSink) || w.addressed())
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
				return w.now.slots.has(slotSystem) && w.now.slots.any(slotYour, slotWhole, slotGiven) &&
					w.now.meets(slotSystem, slotPut, slotSend, slotEmit, slotTell)
			},
			shows: of(slotSystem, slotPut, slotSend, slotEmit, slotTell),
		},
		{
			check: "system_prompt_leak",
			needs: func(w *window) bool {
				return w.now.meets(slotOrders, slotEmit, slotTell) && w.now.meets(slotOrders, slotGiven) && w.now.slots.has(slotYour)
			},
			shows: of(slotOrders, slotEmit, slotTell),
		},
		{
			check: "system_prompt_leak",
			needs: func(w *window) bool {
				s := w.now.slots
				return s.has(slotEmit, slotBefore) && (s.has(slotYour, slotGiven) || s.has(slotWhole) && s.any(slotTalk, slotGiven))
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
				return w.now.slots.any(slotTalk, slotPrivate, slotVariable) && w.now.slots.has(slotSend) && w.now.slots.any(slotURL, slotSink) &&
					(w.any(slotWhole, slotAlways, slotConceal, slotNumeric) || w.unasked() || w.hides())
			},
			shows: of(slotTalk, slotPrivate, slotSend, slotURL),
			named: of(slotSink),
		},
		{
			check:  "data_to_url",
			points: 45,
			needs: func(w *window) bool {
				return w.has(slotOpenURL) && w.any(slotUser, slotTalk, slotPrivate, slotSecret) && w.any(slotPut, slotEmit, slotSend)
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
			needs: func(w *window) bool { return w.now.then(slotDrop, slotUser, 8) },
			shows: of(slotDrop, slotUser, slotOrders),
		},
		{
			check: "role_change",
			needs: func(w *window) bool {
				return w.now.meets(slotFree, slotBecome, slotModel) ||
					slices.ContainsFunc(w.now.words, func(f filled) bool { return f.slots.has(slotFree, slotBecome) && !f.negated })
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
				return w.now.slots.has(slotBecome) && w.any(slotDrop, slotDespite) && w.any(slotOrders, slotTool, slotUser)
			},
			shows: of(slotBecome, slotDrop, slotDespite),
			story: true,
		},
		{
			check: "against_user",
			needs: func(w *window) bool {
				return w.now.slots.has(slotDespite) && w.any(slotCall, slotAlways, slotTool, slotOrders, slotPut, slotSend)
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
				return w.now.slots.has(slotComment) && (w.addressed() || w.any(slotDrop, slotSystem) || w.hides())
			},
			shows: of(slotComment, slotModel, slotDrop),
		},
		{
			check: "emphasis_tag_order",
			needs: func(w *window) bool {
				return slices.ContainsFunc([]slot{slotAlways, slotPut, slotSend, slotRead, slotDrop}, func(verb slot) bool {
					return w.now.then(slotTag, verb, 4*near)
				})
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
				return w.has(slotPipe) && (w.has(slotNumeric) || w.unasked() || w.hides() || w.addressed() ||
					w.tool && w.now.meets(slotPipe, slotRun) && !w.now.said.has(slotInstall))
			},
			shows: of(slotPipe),
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
				return w.has(slotDanger) && (!w.said.has(slotRefuse) || w.now.then(slotRun, slotDanger, 12))
			},
			shows: of(slotDanger),
			named: of(slotShell),
		},
		{
			check: "persistence",
			needs: func(w *window) bool {
				return w.has(slotPersist) && w.now.meets(slotPersist, slotPut, slotChange, slotInstall, slotSend)
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
				return w.now.then(slotDrop, slotProtect, 25)
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
				return foreign(w.now) && w.now.slots.any(slotAlways, slotCall) && w.now.meets(slotNamed, slotTarget, slotCall) &&
					w.either(func(s *sentence) bool { return s.meets(slotTarget, slotPut, slotChange, slotSend) })
			},
			shows: of(slotNamed, slotTarget, slotChange),
		},
		{
			check: "sibling_instruction",
			needs: func(w *window) bool {
				return w.now.slots.has(slotNamed, slotTarget) && w.any(slotPut, slotChange) &&
					(w.any(slotTalk, slotMail, slotAccount, slotURL, slotWhole) || w.hides())
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
			check: "tool_preemption",
			needs: func(w *window) bool {
				return w.has(slotTool, slotOther, slotOnly) && w.any(slotCall, slotDiscredit) && w.any(slotAlways, slotInstead, slotDiscredit)
			},
			shows: of(slotTool, slotOther, slotOnly),
		},
		{
			check: "coercion",
			needs: func(w *window) bool {
				s := w.now.slots
				return s.has(slotTool, slotOther, slotCall) && s.has(slotBefore) && s.any(slotAlways, slotDespite, slotWhole, slotOnly)
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
				return w.outside && w.addressed() && (w.hides() || w.any(slotSend, slotEmit, slotRun, slotPay, slotOnly, slotChange,
					slotCall, slotPut, slotRead, slotConceal, slotDrop))
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

// judgeActs adds what a text would have its reader do, and takes back findings of words that do no such thing.
func (t *toolScan) judgeActs(seg *segment, v *view) {
	t.lits = t.s.literals.find(t.lits[:0], v.text)
	for _, hit := range t.lits {
		if check := t.s.literals.words[hit.word].check; check != "" && (check != "role_marker" || !aloneInQuotes(v.text, hit)) {
			t.told(seg, v, check, t.s.checks[check].points, int(hit.start), int(hit.end))
		}
	}
	if seg.kind == kindParamName {
		t.parameterName(seg, v)
	}
	if len(v.text) < minWording || len(v.text) > MaxInspect {
		return
	}

	read := t.reading(seg, v)
	for i := range read {
		t.window(seg, v, read, i)
	}
	t.spare(seg, v, read)
}

// aloneInQuotes tells a mentioned marker, alone between quotes, from one in use.
func aloneInQuotes(text string, hit literalHit) bool {
	start, end := int(hit.start), int(hit.end)
	return start > 0 && end < len(text) && strings.IndexByte("`\"'", text[start-1]) >= 0 && text[end] == text[start-1]
}

// parameterName judges the name of a parameter: one can ask for the contents of a secret file by itself.
func (t *toolScan) parameterName(seg *segment, v *view) {
	form := strings.ReplaceAll(readingForm(v.text), "_", " ")
	var said slots
	for _, word := range strings.Fields(form) {
		said |= t.s.languages[english].words[word]
	}
	for _, secret := range secretNames {
		if strings.Contains(form, secret) && said.any(slotData, slotRead) {
			t.add(seg, finding{check: "secret_parameter_name", end: len(seg.text)})
			return
		}
	}
}

// secretNames are files and variables with secrets, as parameters spell them.
var secretNames = []string{"id rsa", "id ed25519", "ssh key", "ssh private key", "etc passwd", "aws credentials",
	"env file", "dotenv", "seed phrase", "private key", "printenv"}

func (t *toolScan) window(seg *segment, v *view, all []sentence, i int) {
	now := &all[i]
	w := window{slots: now.slots, said: now.said, now: now, named: t.purpose}
	w.outside = t.fromOutside() || t.textKind == "readme"
	w.tool = seg.kind != kindText || slices.Contains([]string{"", "description", "other"}, t.textKind)
	w.param = w.tool && (seg.kind == kindParam || seg.kind == kindText)
	if i+1 < len(all) {
		w.next = &all[i+1]
		w.slots |= w.next.slots
		w.said |= w.next.said
	}
	// A sentence about attackers mentions what they do, unless it says where something goes.
	mention := now.said.has(slotGuard) && !w.any(slotURL, slotMail, slotSink, slotAccount) && !w.has(slotCredential, slotParam)
	if seg.kind == kindParam && now.slots.has(slotData) && now.slots.any(slotPut, slotSend, slotWhole) {
		t.takesContents = true
	}

	for _, a := range t.s.acts {
		if !a.needs(&w) {
			continue
		}
		points := a.points
		if points == 0 {
			points = t.s.checks[a.check].points
		}
		check := a.check
		if w.named&a.named != 0 {
			points = min(points, pointsNote)
			if check == "undeclared_execution" {
				check = "code_execution"
			}
		}
		if a.story && t.textKind == "prompt" {
			points = min(points, pointsStory)
		}
		if mention {
			points = min(points, pointsMention)
		}
		start, end := w.span(a.shows)
		t.told(seg, v, check, points, start, end)
	}
}

// span covers the words that show an act, in the first sentence if one of them stands there.
func (w *window) span(shows slots) (start, end int) {
	start = -1
	for _, s := range []*sentence{w.now, w.next} {
		if s == nil {
			continue
		}
		for _, f := range s.words {
			if f.slots&shows == 0 || f.quoted {
				continue
			}
			if start < 0 {
				start = f.start
			}
			end = f.end
		}
		if start >= 0 {
			return start, end
		}
	}
	return w.now.words[0].start, w.now.words[len(w.now.words)-1].end
}

// told adds a finding about a span of the view. What is only there after decoding is a finding of its own.
func (t *toolScan) told(seg *segment, v *view, check string, points, start, end int) {
	if t.fromOutside() && t.s.checks[check].dimension == PromptInjection && points > pointsMention {
		points = min(100, points+pointsOutside)
	}
	if seg.root != nil {
		t.add(seg, finding{check: check, points: points})
		if points >= pointsStory && seg.how != "tag characters" {
			t.add(seg, finding{check: "encoded_instruction", decoded: seg.how + ": " + shown(seg.text)})
		}
		return
	}

	from, to := v.raw(start, end)
	f := finding{check: check, points: points, start: from, end: to}
	if v.hides(start, end) {
		f.decoded = shown(v.text[start:end])
		if points >= pointsStory {
			t.add(seg, finding{check: "disguised_instruction", start: from, end: to, decoded: f.decoded})
		}
	}
	t.add(seg, f)
}

// minSpoken is how many common words show that a text was read in its language.
const minSpoken = 2

// maxTopical is how many sentences a text on a thing of the world may have: in a longer one a new order can follow.
const maxTopical = 2

// spare lowers findings of words where the slots say that nobody is told to do harm.
func (t *toolScan) spare(seg *segment, v *view, all []sentence) {
	var said slots
	for _, s := range all {
		said |= s.said
	}
	common := 0
	for _, s := range all {
		common += s.common
	}
	machine := said.any(slotModel, slotUser, slotCredential, slotParam, slotTool, slotURL, slotMail, slotAccount)
	nobody := t.fromOutside() && common >= minSpoken && !machine && said&^of(slotTell, slotConceal, slotNeg, slotThis, slotAbout,
		slotAlways, slotPrivate, slotBefore, slotUser) == 0
	topical := len(all) <= maxTopical && !said.has(slotEmit) &&
		slices.ContainsFunc(all, func(s sentence) bool { return s.topical() })
	guards := len(all) > 0 && all[0].said.has(slotGuard) && !said.has(slotModel, slotYour)

	guarded := 0
	if guards {
		_, guarded = v.raw(0, all[0].end)
	}
	// What a tool says in the words of an order, about nothing that an attack is about, tells how to use the tool.
	usage := seg.kind != kindText && !said.any(slotDrop, slotConceal, slotSecret, slotSeed, slotCredential, slotVariable,
		slotSystem, slotTalk, slotDespite, slotBecome, slotFree, slotThreat, slotAccount, slotMail, slotTag, slotComment)
	forPeople := t.textKind == "readme" &&
		!said.any(slotModel, slotUser, slotURL, slotMail, slotDrop, slotConceal, slotPipe)

	for i := range t.found {
		f := &t.found[i]
		if f.seg != seg {
			continue
		}
		switch f.check {
		case "instruction_override", "role_change", "order_by_wording":
			if f.check == "order_by_wording" && (nobody || usage && f.points < pointsSure) || topical && !machine || guards && f.end <= guarded || forPeople {
				f.points = min(f.points, pointsMention)
			}
		}
	}
}
