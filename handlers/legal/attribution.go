package legal

import (
	"math"
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/courtlistener"
	"github.com/farebox/farebox/internal/upstream/federalregister"
)

// subject is the company asked for, in the forms that texts are compared with.
type subject struct {
	query string // as asked, blanks tidied
	form  *names.Form

	// oneWord is a name of a single word without a legal form: one that others have too, or that is a word of the
	// language.
	oneWord bool

	words *regexp.Regexp // finds the name in running text
}

// subject reads the parameter name.
func (h *Handlers) subject(name string) (*subject, error) {
	query := strings.Join(strings.Fields(name), " ")
	form, err := h.names.Prepare(names.Company, query, "")
	if err != nil || courtlistener.Phrase(query) == "" {
		return nil, problem.Invalid("name", "name must hold letters or digits")
	}
	return &subject{
		query:   query,
		form:    form,
		oneWord: len(strings.Fields(form.Text)) == 1 && !form.HasLegalForm(),
		words:   inText(h.names.Plain(query)),
	}, nil
}

// forms are words that follow a company's name in running text.
const forms = `(?:Inc|Incorporated|Corp|Corporation|Co|Company|Companies|LLC|L\.L\.C|Ltd|Limited|LP|L\.P|LLP|` +
	`L\.L\.P|PLC|N\.A|AG|SA|S\.A|SE|NV|N\.V|BV|B\.V|GmbH|Holdings?|Group|S\.?p\.?A|S\.?R\.?O|A\.?S)`

// longForms are legal forms that are written short and long. Searches by phrases take them for different words.
var longForms = map[string]string{
	"Co":   "Company",
	"Corp": "Corporation",
	"Inc":  "Incorporated",
	"Ltd":  "Limited",
}

// written is a name in the ways in which its legal form is written.
func written(name string) []string {
	list := []string{name}
	words := strings.Fields(name)
	last := strings.TrimRight(words[len(words)-1], ".,")
	for short, long := range longForms {
		other := ""
		switch {
		case strings.EqualFold(last, short):
			other = long
		case strings.EqualFold(last, long):
			other = short
		}
		if other != "" && len(words) > 1 {
			list = append(list, strings.Join(words[:len(words)-1], " ")+" "+other)
		}
	}
	return list
}

// phrases are what a name is searched by: the name in the ways in which its legal form is written, and for when nothing
// has these, the name without it. A single word is not searched by itself: it is a word of the language.
func (h *Handlers) phrases(name string) [][]string {
	list := [][]string{written(name)}
	if core := h.names.Plain(name); core != name && strings.Contains(core, " ") {
		list = append(list, []string{core})
	}
	return list
}

// verdict is how the parties of a case fit the subject.
type verdict struct {
	name  string
	score int
	same  bool
	found gen.LegalMatchFoundIn
	side  gen.LegalMatchSide
}

// judge looks for the party whose name fits best, in the title and among the parties. The title also tells the side.
func (h *Handlers) judge(s *subject, c *courtlistener.Case) verdict {
	var best verdict
	first, second, two := sides(c.Name)
	titles := []verdict{{name: first, found: gen.Title}}
	if two {
		titles = []verdict{
			{name: first, found: gen.Title, side: gen.Plaintiff},
			{name: second, found: gen.Title, side: gen.Defendant},
		}
	}

	for _, v := range titles {
		best = h.better(s, best, v)
	}

	for _, party := range c.Parties {
		v := verdict{name: party, found: gen.Party}
		for _, t := range titles {
			if t.side != "" && h.alike(t.name, party) {
				v.side = t.side
			}
		}
		best = h.better(s, best, v)
	}

	return best
}

// better is the one of two that fits the subject better. Among equals the earlier one stays.
func (h *Handlers) better(s *subject, best, v verdict) verdict {
	for _, text := range append([]string{v.name}, variants(v.name)...) {
		form, err := h.names.Prepare(names.Company, text, "")
		if err != nil {
			continue
		}
		result := h.names.Compare(s.form, form)
		v.score = int(math.Floor(result.Score + 0.5))
		v.same = v.score >= names.Threshold && result.LegalForm != "different"
		if best.name == "" || v.same && !best.same || v.same == best.same && v.score > best.score {
			best = v
		}
	}
	return best
}

// What courts write into a party's name: the names that it trades under, and what it is by which law.
var (
	known = regexp.MustCompile(`(?i)[,;]?\s*\(?\b(?:d/?b/?a|f/?k/?a|a/?k/?a|n/?k/?a|doing business as|` +
		`formerly known as|also known as|now known as)\b[:\s]*`)
	nature = regexp.MustCompile(`(?i),\s+an? [\w\s]*(?:corporation|company|partnership|association)\s*$`)
)

// variants are the names within a party's text, when it holds more than one or says what the party is.
func variants(text string) []string {
	plain := nature.ReplaceAllString(text, "")
	list := known.Split(plain, -1)
	if len(list) == 1 && plain == text {
		return nil
	}
	for i := range list {
		list[i] = strings.Trim(list[i], " ()")
	}
	return list
}

// alike says whether two texts name one party.
func (h *Handlers) alike(a, b string) bool {
	x, err := h.names.Prepare(names.Company, a, "")
	if err != nil {
		return false
	}
	y, err := h.names.Prepare(names.Company, b, "")
	return err == nil && h.names.Score(x, y) >= names.Threshold
}

var (
	versus = regexp.MustCompile(`(?i)\s+(?:v|vs|versus)\.?\s+`)
	others = regexp.MustCompile(`(?i),?\s*\bet\.? al\.?\s*$`)
	about  = regexp.MustCompile(`(?i)^(?:in re|in the matter of|ex parte|matter of)[:\s]+`)
)

// sides are the two parties of a title such as "Smith v. Acme Corp., et al."; a title of another form has one.
func sides(title string) (first, second string, two bool) {
	tidy := func(text string) string { return strings.TrimSpace(others.ReplaceAllString(text, "")) }
	parts := versus.Split(title, 2)
	if len(parts) == 2 {
		return tidy(parts[0]), tidy(parts[1]), true
	}
	return tidy(about.ReplaceAllString(title, "")), "", false
}

// match is a verdict as answers give it.
func (v verdict) match() gen.LegalMatch {
	return gen.LegalMatch{
		MatchedName: response.OrNull(v.name),
		MatchScore:  v.score,
		SameName:    v.same,
		FoundIn:     response.OrNull(v.found),
		Side:        response.OrNull(v.side),
	}
}

// Shares of cases with a party of the name asked for, from which on it is high or medium how sure they are its.
const (
	highShare   = 0.9
	mediumShare = 0.5
)

// fewCases are too few to be sure of many others by.
const fewCases = 5

// sureness is how sure it is that total cases are the subject's when, of those examined, same have a party of its name.
func sureness(s *subject, total, examined, same int) gen.LegalAttributionConfidenceLevel {
	few := examined < fewCases && examined < total
	share := float64(same) / float64(max(1, examined))
	switch {
	case examined == 0:
		return ""
	case share < mediumShare:
		return gen.LegalAttributionConfidenceLevelLow
	case share < highShare, s.oneWord, few:
		return gen.LegalAttributionConfidenceLevelMedium
	}
	return gen.LegalAttributionConfidenceLevelHigh
}

// named says whether a text holds the subject's name as words.
func (s *subject) named(text string) bool { return s.words.MatchString(text) }

// within says whether one of the documents names the subject.
func (s *subject) within(page *federalregister.Page) bool {
	return slices.ContainsFunc(page.Documents, func(d federalregister.Document) bool {
		return s.named(d.Title) || s.named(d.Abstract)
	})
}

// inText finds a name in running text. A single word counts only with a legal form behind it: a recall of apples is not
// one of Apple Inc.
func inText(core string) *regexp.Regexp {
	words := strings.Fields(core)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	pattern := `(?i)(?:^|[^\pL\pN])` + strings.Join(words, `\s+`)
	if len(words) == 1 {
		pattern += `,?\s+` + forms
	}
	return regexp.MustCompile(pattern + `(?:$|[^\pL\pN])`)
}
