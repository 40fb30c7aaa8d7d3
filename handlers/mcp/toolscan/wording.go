package toolscan

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/mcp/toolscan/learned"
	"github.com/farebox/farebox/internal/each"
)

// The weights trained by scripts/research/toolscan/train, with -of orders and -of harm.
var (
	//go:embed orders.bin
	ordersFile []byte
	//go:embed harm.bin
	harmFile []byte
)

// wording judges the words of a text as a whole, for sentences unknown to the rules.
type wording struct {
	orders *learned.Model
	harm   *learned.Model
}

func newWording() wording {
	return wording{orders: mustRead(ordersFile), harm: mustRead(harmFile)}
}

// mustRead reads embedded weights: a test reads them before anyone else does.
func mustRead(file []byte) *learned.Model {
	m, err := learned.Read(file)
	if err != nil {
		panic(err)
	}
	return m
}

// Limits for judging by wording.
const (
	minWording   = 8   // bytes; names of values are shorter
	minHarmWords = 5   // fewer say too little about a tool
	maxQuotation = 200 // bytes of a quotation to skip
)

// words judges one text by its wording, but for quotations that are mentioned.
func (t *toolScan) words(seg *segment, v *view, quoted []span) {
	if seg.kind.identifier() || len(v.text) < minWording {
		return
	}
	if seg.kind == kindParam && !strings.Contains(strings.TrimSpace(v.text), " ") {
		return // a value, such as a path
	}
	t.worded(seg, v, "order_by_wording", t.s.wording.orders, passOver(quoted))
	// A prompt may be a story, and a document may report of harm.
	about := seg.kind == kindDescription || seg.kind == kindText && t.textKind != "prompt" && !t.fromOutside()
	if about && strings.Count(strings.TrimSpace(v.text), " ") >= minHarmWords-1 {
		t.worded(seg, v, "harm_by_wording", t.s.wording.harm, passOver(quoted))
	}
}

// worded adds the finding of one model.
func (t *toolScan) worded(seg *segment, v *view, id string, m *learned.Model, skip func(int) bool) {
	verdict := m.Judge(v.text, skip)
	if !verdict.Told || seg.root != nil && verdict.Score < m.Sure {
		return // a decoder can be wrong, and nonsense contains odd words
	}

	points := t.s.checks[id].points
	if verdict.Score >= m.Sure {
		points = pointsSure
	}

	switch {
	case t.fromOutside() && id == "order_by_wording":
		points += pointsOutside
	case t.givesOrders() && verdict.Score < m.Sure:
		points = pointsMention
	case id == "harm_by_wording" && t.s.protects(v.text[verdict.Start:verdict.End]):
		points = pointsMention
	}

	start, end := v.raw(verdict.Start, verdict.End)
	t.add(seg, finding{
		check:  id,
		points: points,
		start:  start,
		end:    end,
		reason: t.s.checks[id].reason + "; these weighed most: " + quote(verdict.Phrases),
	})
}

// givesOrders reports whether the kind of text is meant to tell a model what to do.
func (t *toolScan) givesOrders() bool { return t.textKind == "prompt" || t.textKind == "skill" }

// whole judges a tool's texts concatenated, if none alone shows an order: an order can be split and spread over
// parameters.
func (t *toolScan) whole(segs []segment) {
	for _, f := range t.found {
		if t.s.checks[f.check].dimension == PromptInjection {
			return
		}
	}

	var all strings.Builder
	for i := range segs {
		if !segs[i].key && !segs[i].kind.identifier() {
			all.WriteString(segs[i].text)
			all.WriteByte(' ')
		}
	}

	if all.Len() < minWording {
		return
	}

	v := viewOf(all.String())
	quoted := quotations(v.text)
	verdict := t.s.wording.orders.Judge(v.text, passOver(quoted))
	if verdict.Score < t.s.wording.orders.Sure {
		return
	}

	t.add(&segment{pointer: segs[0].pointer[:strings.LastIndexByte(segs[0].pointer, '/')]}, finding{
		check:   "order_in_pieces",
		decoded: shown(v.text[verdict.Start:verdict.End]),
		reason:  t.s.checks["order_in_pieces"].reason + "; these weighed most: " + quote(verdict.Phrases),
	})
}

func quote(phrases []string) string {
	shownPhrases := each.Of(phrases, func(p string) string { return `"` + escaped(p) + `"` })
	return strings.Join(shownPhrases, ", ")
}

// protects reports whether a text starts by describing a guard: "Detects stolen credentials". Orders in it are
// judged anyway.
func (s *Scanner) protects(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return s.speaksOfDetecting(first) && !strings.EqualFold(first, "exploit")
}

func (s *Scanner) speaksOfDetecting(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.ContainsFunc(words, func(word string) bool { return s.names.words[word].has(slotGuard) })
}

// passOver reports whether an offset is in one of the spans. Offsets must be queried in order, so that each span is
// checked once.
func passOver(spans []span) func(at int) bool {
	if len(spans) == 0 {
		return nil
	}
	return func(at int) bool {
		for len(spans) > 0 && int(spans[0].end) <= at {
			spans = spans[1:]
		}
		return len(spans) > 0 && int(spans[0].start) <= at
	}
}
