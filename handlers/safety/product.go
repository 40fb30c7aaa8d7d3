package safety

import (
	"context"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cpsc"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Domains of goods, and the sources of their recalls.
const (
	consumer = "consumer"
	srcCPSC  = "cpsc"
	srcFDA   = "openfda_" // and the kind
)

const (
	mostMatches = 50
	shownLots   = 500
	fdaPage     = 100
	leastQuery  = 2  // letters and digits
	yearsOfWord = 10 // how far back a query of one word goes at the Commission, which looks inside of words
)

// productDisclaimer goes with every answer about a product.
const productDisclaimer = "Recalls whose words match the query: whether an item is among them only its model, lot " +
	"or date " +
	"code tells. No match is no proof that there is no recall. Not medical or legal advice."

// matched is a recall of any source.
type matched struct {
	gen.SafetyProductRecall
	date *time.Time
	text string // of hazard or reason, for the flags
	dead bool   // deaths are reported
}

// found is what the sources have.
type found struct {
	total   int
	recalls []matched
	cut     bool // a source has more than it gave
	loose   bool // the words stand anywhere in what matches
}

// SafetyProduct answers GET /safety/product.
func (h *Handlers) SafetyProduct(
	ctx context.Context, req gen.SafetyProductRequestObject,
) (gen.SafetyProductResponseObject, error) {
	query := strings.Join(strings.Fields(req.Params.Query), " ")
	if len(strings.ReplaceAll(openfda.Plain(query), " ", "")) < leastQuery {
		return nil, problem.Invalid("query", "query must have at least two letters of the Latin alphabet or digits")
	}
	if err := h.namesNothing(query); err != nil {
		return nil, err
	}
	domain := string(req.Params.Domain)

	f, fused := h.search(ctx, domain, inOrder(query))
	if words := queryWords(query); f.total == 0 && len(words) > 1 && !fused.Partial() {
		loose, again := h.search(ctx, domain, anywhere(words))
		if loose.total > 0 {
			f = loose
			fused = again
		}
	}
	if answered := slices.ContainsFunc(fused, func(o upstream.Outcome[func(*found)]) bool {
		return o.Err == nil || o.Status() == upstream.StatusEmpty // that there is no recall is an answer
	}); !answered {
		return nil, fused.Err()
	}
	return h.productAnswer(query, domain, f, fused), nil
}

// namesNothing is a problem for articles, placeholders and legal forms. Recalls are in English, in which a form of
// another country may be a product: a spa is no S.p.A.
func (h *Handlers) namesNothing(query string) error {
	form, err := h.names.Prepare(names.Company, "x "+query, "")
	if err != nil {
		return problem.Invalid("query", "query must be words that can be compared")
	}
	if slices.Contains([]string{"", "GB", "US"}, form.LegalForm().Country) {
		return samename.New(h.names).Asks("query", query)
	}
	return nil
}

// search asks the sources of a domain for what is wanted.
func (h *Handlers) search(ctx context.Context, domain string, w wanted) (found, upstream.Fused[func(*found)]) {
	var f found
	f.loose = w.loose
	parts := []upstream.Source[func(*found)]{}

	put := func(f *found, of found) {
		f.total += of.total
		f.cut = f.cut || of.cut
		f.recalls = append(f.recalls, of.recalls...)
	}

	if domain == "all" || domain == consumer {
		parts = append(parts, upstream.Part(srcCPSC, feedBudget,
			func(ctx context.Context) (found, error) { return h.consumerRecalls(ctx, w) }, put))
	}

	for _, kind := range []openfda.Kind{openfda.Food, openfda.Drug, openfda.Device} {
		if domain == "all" || domain == string(kind) {
			parts = append(parts, upstream.Part(srcFDA+string(kind), feedBudget,
				func(ctx context.Context) (found, error) { return h.enforcements(ctx, kind, w) }, put))
		}
	}

	return f, upstream.FuseInto(ctx, &f, parts...)
}

func (h *Handlers) productAnswer(
	query, domain string, f found, fused upstream.Fused[func(*found)],
) gen.SafetyProduct200JSONResponse {
	now := h.now()
	for i := range f.recalls {
		f.recalls[i].Weight = weightOf(f.recalls[i], now)
	}
	slices.SortStableFunc(f.recalls, func(a, b matched) int { return newerFirst(a.date, b.date) })

	answer := gen.SafetyProduct200JSONResponse{
		Query:          query,
		Domain:         domain,
		MatchedCount:   f.total,
		MatchedRecalls: []gen.SafetyProductRecall{},
		Truncated:      f.cut || len(f.recalls) > mostMatches,
		Notes:          []string{},
		Sources:        response.Sources(fused),
		Partial:        fused.Partial(),
		Attribution:    []string{},
		Disclaimer:     productDisclaimer,
	}
	for _, recall := range f.recalls {
		switch {
		case recall.Open == nil:
			answer.StatelessCount++
		case *recall.Open:
			answer.OpenCount++
		default:
			answer.ClosedCount++
		}
	}
	for _, recall := range f.recalls[:min(len(f.recalls), mostMatches)] {
		answer.MatchedRecalls = append(answer.MatchedRecalls, recall.SafetyProductRecall)
	}
	for _, source := range answer.Sources {
		attribution := openfda.Provider.Attribution
		if source.Name == srcCPSC {
			attribution = cpsc.Provider.Attribution
		}
		if !slices.Contains(answer.Attribution, attribution) {
			answer.Attribution = append(answer.Attribution, attribution)
		}
	}
	if f.cut {
		answer.Notes = append(answer.Notes, "A source has more matches than it gave: the score and the flags are of "+
			"the newest "+
			"hundred of each.")
	}
	if len(f.recalls) == 0 {
		answer.Notes = append(answer.Notes, "No recall has these words: that tells neither that a product is safe nor "+
			"that there is one of this name.")
	}
	if f.loose {
		answer.Notes = append(answer.Notes, "No recall has the words of the query one after another: those shown have "+
			"all of them somewhere, and may be of other products: they make no score.")
	}
	if asksCPSC(domain) && (f.loose || oneWord(query)) {
		answer.Notes = append(answer.Notes, "For a query of one word, or of words anywhere, consumer recalls of "+
			"the last ten years are searched.")
	}
	answer.RiskScore = productScore(f, answer.Sources)
	return answer
}

func asksCPSC(domain string) bool { return domain == "all" || domain == consumer }

func oneWord(query string) bool { return !strings.Contains(query, " ") }

// consumerRecalls looks in titles and in names of products.
func (h *Handlers) consumerRecalls(ctx context.Context, w wanted) (found, error) {
	var since time.Time
	if oneWord(w.contained) {
		since = h.now().UTC().Truncate(24*time.Hour).AddDate(-yearsOfWord, 0, 0)
	}
	ask := func(ctx context.Context, field string) ([]cpsc.Recall, error) {
		return h.goods.Recalls(ctx, field, w.contained, since)
	}
	lists, err := upstream.AskEach(ctx, srcCPSC, []string{cpsc.InTitle, cpsc.InProduct}, ask).Values()
	if err != nil {
		return found{}, err // half of a search is useless
	}

	var f found
	seen := map[scalar.Text]bool{}
	for _, recall := range slices.Concat(lists...) {
		if seen[recall.ID] || !w.said(recall) {
			continue
		}
		seen[recall.ID] = true
		f.recalls = append(f.recalls, consumerRecall(recall))
	}
	f.total = len(f.recalls)
	if f.total == 0 {
		return found{}, upstream.NotFound.Errorf("no recall matches")
	}
	return f, nil
}

func consumerRecall(r cpsc.Recall) matched {
	firms := slices.Concat(r.Manufacturers, r.Importers, r.Distributors)
	var units []string
	for _, product := range r.Products {
		if product.Units != "" {
			units = append(units, string(product.Units))
		}
	}

	hazard := named(r.Hazards)
	m := matched{
		SafetyProductRecall: gen.SafetyProductRecall{
			Domain:       consumer,
			RecallID:     response.OrNull(string(r.Number)),
			Title:        r.Title,
			Hazard:       response.OrNull(hazard),
			Units:        response.OrNull(strings.Join(units, "; ")),
			Distribution: response.OrNull(named(r.Retailers)),
			Remedy:       response.OrNull(named(r.Remedies)),
			URL:          response.OrNull(r.URL),
		},
		text: hazard,
		dead: deaths(r.Injuries),
	}

	if len(firms) > 0 {
		m.Firm = response.OrNull(firms[0].Name)
	}
	if hazard == "" {
		m.text = r.Title
	}

	m.dated(r.Date)
	m.Severity = new(severityWord(baseOf(m)))
	return m
}

func named(list []cpsc.Named) string {
	var names []string
	for _, entry := range list {
		if name := strings.TrimSpace(entry.Name); name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// enforcements are the FDA's recalls of a kind of goods.
func (h *Handlers) enforcements(ctx context.Context, kind openfda.Kind, w wanted) (found, error) {
	page, err := h.fda.Recalls(ctx, kind, openfda.Query{
		Search: w.clause,
		Sort:   "report_date:desc",
		Limit:  fdaPage,
	})
	if err != nil {
		return found{}, err
	}

	f := found{total: page.Total, cut: page.Total > len(page.Records)}
	last := lastReports(page.Records)
	f.total -= len(page.Records) - len(last)
	for _, r := range last {
		f.recalls = append(f.recalls, enforcement(kind, r))
	}
	return f, nil
}

// lastReports are the recalls, each as its last report has it: a recall is reported again when its class or its status
// changes.
func lastReports(all []openfda.Recall) []openfda.Recall {
	at := map[string]int{}
	var list []openfda.Recall
	for _, r := range all {
		key := r.Number
		if key == "" {
			key = string(r.Event) + " " + r.Product // some have no number yet
		}
		i, seen := at[key]
		switch {
		case !seen:
			at[key] = len(list)
			list = append(list, r)
		case r.Reported.Day().After(list[i].Reported.Day()):
			list[i] = r
		}
	}
	return list
}

func enforcement(kind openfda.Kind, r openfda.Recall) matched {
	m := matched{
		SafetyProductRecall: gen.SafetyProductRecall{
			Domain:         string(kind),
			RecallID:       response.OrNull(r.Number),
			Title:          r.Product,
			Firm:           response.OrNull(r.Firm),
			Classification: response.OrNull(r.Classification),
			Status:         response.OrNull(r.Status),
			Open:           r.Open(),
			Lots:           response.OrNull(clip.Shown(r.Lots(), shownLots)),
			Reason:         response.OrNull(r.Reason),
			Units:          response.OrNull(strings.TrimSpace(r.Quantity)),
			Distribution:   response.OrNull(r.Distribution),
			ReportDate:     response.Date(r.Reported.Day()),
		},
		text: r.Reason,
	}

	if kind == openfda.Drug {
		m.Ndc = response.Items(r.NDCs())
	}

	m.dated(r.Initiated)
	if m.date == nil {
		if reported := r.Reported.Day(); !reported.IsZero() {
			m.date = &reported // to sort and weigh by; the date of the recall stays unknown
		}
	}

	if slices.Contains(classes, r.Classification) {
		m.Severity = new(severityWord(baseOf(m)))
	}
	return m
}

func (m *matched) dated(text scalar.Text) {
	at := text.Day()
	if at.IsZero() {
		return
	}
	m.date = &at
	m.Date = response.Date(at)
}

// classes are those that the FDA puts recalls into. One that is not in any of them yet, or in an unknown one, has no
// severity.
var classes = []string{"Class I", "Class II", "Class III"}

func severityWord(base float64) gen.SafetyProductRecallSeverity {
	switch {
	case base >= weightFatal:
		return "high"
	case base >= weightClassII:
		return "medium"
	}
	return "low"
}
