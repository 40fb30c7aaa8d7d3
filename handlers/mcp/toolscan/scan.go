package toolscan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/clip"
)

// Scanner holds the compiled lexicons and weights. It is safe for concurrent use and has no other state.
type Scanner struct {
	latin     map[rune]byte
	literals  *automaton
	checks    map[string]check
	keywords  map[string]bool
	wellKnown map[string]bool
	wording   wording
	languages []slotLexicon
	common    map[string]uint16
	names     slotLexicon      // what words say in the name of a tool
	known     map[string]slots // single English words
	readable  map[string]bool  // the same with the words of phrases, and common ones
	acts      []act
}

// New compiles the lexicons, which takes a few milliseconds.
func New() *Scanner {
	s := &Scanner{
		latin:     latinTable(),
		literals:  newAutomaton(literalTable()),
		checks:    map[string]check{},
		keywords:  keywordSet(),
		wellKnown: wellKnownTools(),
		wording:   newWording(),
		languages: slotLexicons(),
		names:     readSlots(slotFile("names")),
		known:     map[string]slots{},
		readable:  map[string]bool{},
		acts:      acts(),
	}

	s.common = commonWordsOf(s.languages)
	for phrase, fills := range s.languages[english].words {
		words := strings.Fields(phrase)
		for _, word := range words {
			s.readable[word] = true
		}
		if len(words) == 1 && fills != of(slotCommon) {
			s.known[phrase] = fills
		}
	}

	for _, c := range allChecks {
		s.checks[c.id] = c
	}
	return s
}

// The caps of an answer.
const (
	maxFindings     = 60   // per tool, heaviest first
	maxAllFindings  = 2000 // per scan
	excerptBytes    = 120
	maxDecodeDepth  = 3
	decodedPerInput = 2 // bytes of decoded text per byte of input
)

// finding is a hit before it is worded.
type finding struct {
	check      string
	points     int // 0: those of the check
	start, end int // in the segment's raw text
	decoded    string
	count      int
	reason     string // "": that of the check
	seg        *segment
}

// toolScan is the work on one tool, or on the rest of a manifest, or on one text.
type toolScan struct {
	s        *Scanner
	name     string          // folded
	own      map[string]bool // folded names of the tool's parameters
	params   []string        // names of the tool's parameters, lower case
	siblings map[string]int  // folded names of all tools of the list
	purpose  slots           // of the tool's name and title
	lits     []literalHit
	queue    []*segment
	found    []finding
	byKey    map[findingKey]int
	budget   *int
	decodes  int
	textKind string // of an inspection
	// takesContents: a parameter asks for the contents of something.
	takesContents bool
}

type findingKey struct {
	check string
	seg   *segment
}

// Scan scans a manifest, a list of tools or one tool. The error is an *InputError.
func (s *Scanner) Scan(body []byte) (*Report, error) {
	m, err := parseManifest(body)
	if err != nil {
		return nil, err
	}

	report := &Report{
		Form:           m.form,
		DriftEvaluated: m.pins.given,
		MoreTools:      m.more,
	}
	budget := decodedPerInput*len(body) + 4096
	siblings := map[string]int{}
	for _, t := range m.tools {
		if name, ok := t.value["name"].(string); ok {
			siblings[foldName(name)]++
		}
	}

	base := toolScan{
		s:        s,
		siblings: siblings,
		budget:   &budget,
	}
	for _, item := range m.tools {
		report.Tools = append(report.Tools, base.tool(item, &m.pins, report))
	}

	base.names(m.tools, report.Tools)
	rest := base.fresh()
	for _, item := range m.around {
		w := walker{keywords: s.keywords}
		w.value(item.pointer, item.value, kindOther, false, 0)
		rest.scanAll(w.out, report)
	}

	report.ManifestHash = manifestHash(report.Tools)
	if m.pins.manifest != "" && m.pins.manifest != report.ManifestHash {
		rest.add(&segment{pointer: "/pinned_manifest_hash"}, finding{check: "manifest_mismatch", decoded: report.ManifestHash})
	}

	rest.missing(&m.pins, m.tools)
	report.Findings, _ = rest.findings()
	report.finish()
	return report, nil
}

// fresh is a scan of another tool with the same shared parts.
func (t *toolScan) fresh() *toolScan {
	return &toolScan{
		s:        t.s,
		siblings: t.siblings,
		budget:   t.budget,
		lits:     t.lits,
		byKey:    map[findingKey]int{},
	}
}

// tool judges one tool.
func (t *toolScan) tool(item toolItem, p *pins, report *Report) ToolReport {
	one := t.fresh()
	name, _ := item.value["name"].(string)
	one.name = foldName(name)
	one.own = map[string]bool{}
	schema, _ := schemaOf(item.value)
	for param := range object(object(schema)["properties"]) {
		one.own[foldName(param)] = true
		one.params = append(one.params, strings.ToLower(param))
	}

	slices.Sort(one.params)
	title, _ := item.value["title"].(string)
	one.purpose = t.s.purposeOf(name + " " + title)
	w := walker{keywords: t.s.keywords, out: make([]segment, 0, 4*len(one.params)+8)}
	w.tool(item)
	one.scanAll(w.out, report)
	one.whole(w.out)
	one.stated(item)
	one.combine()
	one.structure(item, w.deepest)
	def := definition(item.value)
	out := ToolReport{
		Name:        name,
		Location:    item.pointer,
		ContentHash: hashOf(def),
	}
	out.Pinned, out.Changed = p.judge(name, out.ContentHash, def)

	switch out.Pinned {
	case PinMismatch:
		one.add(&segment{pointer: item.pointer}, finding{check: "hash_mismatch", decoded: strings.Join(out.Changed, ", ")})
	case PinNew:
		one.add(&segment{pointer: item.pointer}, finding{check: "unpinned_tool"})
	}

	out.Findings, out.Dropped = one.findings()
	t.lits = one.lits
	return out
}

// purposeOf returns what the words of a name say.
func (s *Scanner) purposeOf(name string) slots {
	var out slots
	for _, word := range nameWords(name) {
		out |= s.names.words[word]
	}
	return out
}

// nameWords splits a name at separators and between cases, in lower case.
func nameWords(name string) []string {
	v := viewOf(clip.Cut(name, 400))
	return strings.FieldsFunc(strings.ToLower(v.splitCamel().text), func(r rune) bool {
		return r >= utf8.RuneSelf || !letter(byte(r))
	})
}

// scanAll scans texts and what they decode to.
func (t *toolScan) scanAll(segs []segment, report *Report) {
	for i := range segs {
		seg := &segs[i]
		t.queue = append(t.queue[:0], seg)
		for len(t.queue) > 0 {
			next := t.queue[0]
			t.queue = t.queue[1:]
			t.text(next)
		}
		report.TextsScanned++
		report.BytesScanned += len(seg.text)
	}
	report.DecodedTexts += t.decodes
	t.decodes = 0
}

// text scans one text: its characters, its words in the decoded view, and encoded text in it.
func (t *toolScan) text(seg *segment) {
	hidden := scanHidden(seg.text)
	hidden.report(func(f finding) { t.add(seg, f) })
	if hidden != nil {
		if from, to, ok := mixedHidden(seg.text); ok {
			t.add(seg, finding{
				check: "hidden_mix",
				start: from,
				end:   to,
			})
		}
		t.decodedHidden(seg, hidden)
	}
	v := viewOf(seg.text)
	if seg.kind.identifier() {
		v = v.splitCamel()
	}
	v = t.undisguise(seg, v)
	x, read := t.judgeActs(seg, &v)
	t.words(seg, &v, mentioned(&v, read))
	if x != nil {
		t.spare(seg, &v, x, read)
	}
	if len(seg.text) >= minPattern {
		t.patterns(seg, &v)
	}
}

// decoded queues a text found encoded in another, within the budget.
func (t *toolScan) decoded(seg *segment, text, how string, start, end int) {
	if seg.depth >= maxDecodeDepth || len(text) > *t.budget || text == "" {
		return
	}
	*t.budget -= len(text)
	t.decodes++
	inner := &segment{
		pointer: seg.pointer,
		key:     seg.key,
		kind:    seg.kind,
		text:    text,
		root:    seg,
		from:    span{int32(start), int32(end)},
		depth:   seg.depth + 1,
		how:     how,
	}

	if inner.kind.identifier() {
		inner.kind = kindOther
	}
	if seg.root != nil {
		inner.root, inner.from = seg.root, seg.from
	}
	t.queue = append(t.queue, inner)
}

// fromOutside reports whether the text comes from a source that should not give orders.
func (t *toolScan) fromOutside() bool {
	return t.textKind == "tool_result" || t.textKind == "resource"
}

// shown is decoded text in answers' form.
func shown(text string) string {
	if len(text) > 2*excerptBytes {
		text = clip.Cut(text, 2*excerptBytes) + "..."
	}
	return escaped(text)
}

// add keeps a finding: per check and text the heaviest hit, with the number of hits.
func (t *toolScan) add(seg *segment, f finding) {
	f.points = cmp.Or(f.points, t.s.checks[f.check].points)
	if t.byKey == nil {
		t.byKey = map[findingKey]int{}
	}

	if seg.root != nil { // for decoded text the place is where it was found
		f.start, f.end = int(seg.from.start), int(seg.from.end)
		if f.decoded == "" {
			f.decoded = shown(seg.text)
		}
		seg = seg.root
	}

	f.seg, f.count = seg, max(f.count, 1)
	key := findingKey{f.check, seg}
	if i, known := t.byKey[key]; known {
		if old := &t.found[i]; f.start < old.end && f.points <= old.points { // the same place in other words
			old.end = max(old.end, f.end)
			return
		}
		count := t.found[i].count + f.count
		if f.points > t.found[i].points {
			t.found[i] = f
		}
		t.found[i].count = count
		return
	}

	t.byKey[key] = len(t.found)
	t.found = append(t.found, f)
}

// findings words the findings, heaviest first, and returns how many exceed the cap.
func (t *toolScan) findings() ([]Finding, int) {
	found := kept(t.found)
	dropped := len(t.found) - len(found)
	out := make([]Finding, 0, len(found))
	for _, f := range found {
		c := t.s.checks[f.check]
		text := f.seg.text
		o := Finding{
			Dimension: c.dimension, Check: c.id, Severity: severity(f.points), Points: f.points, Location: f.seg.pointer, Part: "value",
			Start: f.start, End: f.end, CharStart: utf8.RuneCountInString(text[:f.start]), Decoded: f.decoded, Count: f.count, Reason: c.reason,
		}
		if f.reason != "" {
			o.Reason = f.reason
		}
		if f.seg.key {
			o.Part = "name"
		}
		o.CharEnd = o.CharStart + utf8.RuneCountInString(text[f.start:f.end])
		o.Excerpt = excerpt(text, f.start, f.end)
		out = append(out, o)
	}

	return out, dropped
}

// kept are the heaviest findings, as many as a tool may have. The heaviest of each check comes before the others: what
// counts for the score is not pushed out by many of one check.
func kept(found []finding) []finding {
	heaviest := func(a, b finding) int { return b.points - a.points }
	slices.SortStableFunc(found, heaviest)
	if len(found) <= maxFindings {
		return found
	}

	var first, others []finding
	seen := map[string]bool{}
	for _, f := range found {
		if seen[f.check] {
			others = append(others, f)
			continue
		}
		seen[f.check] = true
		first = append(first, f)
	}
	list := append(first, others...)[:maxFindings]
	slices.SortStableFunc(list, heaviest)
	return list
}

// excerpt is the span with a little context, in at most 120 bytes before escaping.
func excerpt(text string, start, end int) string {
	if end-start > excerptBytes {
		end = start + excerptBytes
	}
	room := (excerptBytes - (end - start)) / 2
	from := max(0, start-min(room, 24))
	to := min(len(text), end+min(room, 24))
	return escaped(strings.ToValidUTF8(text[from:to], ""))
}

// Inspect judges one text. kind is its source: in a tool_result or a resource an order to the model weighs more,
// because these should not give orders.
func (s *Scanner) Inspect(text, kind string) *TextReport {
	budget := decodedPerInput*len(text) + 4096
	t := toolScan{
		s:        s,
		budget:   &budget,
		byKey:    map[findingKey]int{},
		textKind: kind,
	}
	var report Report
	t.scanAll([]segment{{pointer: "/text", kind: kindText, text: text}}, &report)
	out := &TextReport{Bytes: len(text), Characters: utf8.RuneCountInString(text)}
	out.Findings, _ = t.findings()
	out.Dimensions = scoreDimensions(out.Findings)
	out.RiskScore = totalScore(out.Dimensions, out.Findings)
	out.Category = CategoryOf(out.RiskScore)
	sum := sha256.Sum256([]byte(text))
	out.ContentHash = "sha256:" + hex.EncodeToString(sum[:])
	return out
}
