package visibility

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/visibility"
	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/robotsreport"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/robots"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// maxSitemapsListed is how many sitemaps an answer names.
const maxSitemapsListed = 200

// AeoCrawlers answers GET /aeo/crawlers: what a site's robots.txt means for each crawler of the table. If the
// server fails to return robots.txt, everything is unknown, which is an answer; an unreachable host is an error.
func (h *Handlers) AeoCrawlers(ctx context.Context, req gen.AeoCrawlersRequestObject) (gen.AeoCrawlersResponseObject, error) {
	host, err := h.siteHost(req.Params.Domain)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, auditBudget)
	defer cancel()
	file, err := onSite(ctx, host, h.fetcher.RobotsFile)
	if err != nil {
		return nil, fetch.Problem(err, "domain")
	}
	home := h.home(ctx, origin(file.URL))
	return gen.AeoCrawlers200JSONResponse(crawlersAnswer(host, file, home, h.now())), nil
}

// home is what a site's home page tells crawlers. Nil is what was not read.
type home struct {
	robotsTags []string // X-Robots-Tag headers
	metas      []string // name=content
	usage      []string // Content-Usage headers
	source     shared.Source
}

const maxHomeValues = 20

// home reads the home page. An error page or a challenge in its place has directives of its own.
func (h *Handlers) home(ctx context.Context, at string) home {
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL: at + "/",
		For: fetch.ForPage,
	})
	if err != nil {
		return home{source: response.Fetched(srcHome, at+"/", h.now(), err)}
	}

	defer got.Done()
	out, err := readHome(ctx, got)
	if err != nil {
		return home{source: response.Fetched(srcHome, got.FinalURL, h.now(), err)}
	}
	out.source = response.Fetched(srcHome, got.FinalURL, got.FetchedAt, nil)
	out.robotsTags = headerValues(got.Header, "X-Robots-Tag")
	out.usage = headerValues(got.Header, "Content-Usage")
	return out
}

func readHome(ctx context.Context, got *fetch.Page) (home, error) {
	out := home{metas: []string{}}
	if !got.Text || !slices.Contains(htmlTypes, got.ContentType) {
		return out, nil
	}

	done, err := capacity.Work(ctx, htmlpage.Cost(got.Body))
	if err != nil {
		return home{}, err
	}
	defer done()
	page, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err == nil {
		_, err = fetch.Judge(got, page)
	}
	if err != nil {
		return home{}, err
	}

	names := map[string]bool{"robots": true}
	for _, c := range agents.Core() {
		names[strings.ToLower(c.Token)] = true
	}
	for n := range htmlpage.Elements(page.Root) {
		name, _ := htmlpage.Attribute(n, "name")
		if name = strings.ToLower(strings.TrimSpace(name)); n.DataAtom == atom.Meta && names[name] && len(out.metas) < maxHomeValues {
			content, _ := htmlpage.Attribute(n, "content")
			out.metas = append(out.metas, name+"="+finding.Short(content, 300))
		}
	}
	return out, nil
}

func headerValues(h http.Header, name string) []string {
	out := []string{}
	for _, v := range h.Values(name) {
		if len(out) < maxHomeValues {
			out = append(out, finding.Short(strings.ToValidUTF8(v, "\uFFFD"), 300))
		}
	}
	return out
}

func crawlersAnswer(host string, file *fetch.RobotsFile, home home, now time.Time) gen.VisibilityCrawlers {
	rules := file.Rules
	if file.Unreachable {
		rules = nil
	}

	table := agents.Core()
	judged := robotsreport.Crawlers(rules, table)
	a := gen.VisibilityCrawlers{
		Domain:           host,
		RobotsURL:        file.FinalURL,
		RobotsStatus:     response.OrNull(file.Status),
		Policy:           gen.VisibilityCrawlersPolicy(robotsreport.PolicyOf(rules, judged)),
		Summary:          summary(judged),
		Crawlers:         make([]gen.VisibilityCrawler, len(judged)),
		TableCheckedDate: string(agents.Dated.AsOf),
		OtherAgents:      []string{},
		ContentUsage:     []gen.VisibilityPreference{},
		XRobotsTag:       home.robotsTags,
		MetaRobots:       home.metas,
		NetworkBlocks:    gen.NotTested,
		Sitemaps:         []string{},
		Errors:           []gen.VisibilityLineProblem{},
		Warnings:         []gen.VisibilityLineProblem{},
		Sources:          []shared.Source{robotsSource(file), home.source},
		FetchedAt:        file.FetchedAt,
	}

	a.Sources = append(a.Sources, response.PastTables(now, agents.Dated)...)
	a.Partial = response.Partial(a.Sources)
	for i, c := range judged {
		a.Crawlers[i] = crawler(c)
	}

	if !file.Unreachable {
		a.RobotsFound = new(isFound(file))
		a.RobotsBytes = new(len(file.Body))
		readRobots(&a, file, table)
	}

	for _, v := range home.usage {
		a.ContentUsage = append(a.ContentUsage, gen.VisibilityPreference{Value: v})
	}
	a.Recommendations = recommend(&a, judged)
	return a
}

// isFound reports whether there is a robots.txt, rather than a page served for every URL.
func isFound(file *fetch.RobotsFile) bool {
	return file.Status >= 200 && file.Status < 300 && !robotsreport.IsPage(file.Body)
}

// readRobots adds the file's content besides the rules.
func readRobots(a *gen.VisibilityCrawlers, file *fetch.RobotsFile, table []agents.Crawler) {
	var cut bool
	a.OtherAgents, cut = robotsreport.Others(file.Rules, table)
	a.OtherAgents = response.Items(a.OtherAgents)
	for i, name := range a.OtherAgents {
		a.OtherAgents[i] = finding.Short(name, 100)
	}

	a.Sitemaps = response.Items(htmlpage.ResolveAll(file.URL, file.Rules.Sitemaps))
	if len(a.Sitemaps) > maxSitemapsListed {
		a.Sitemaps = a.Sitemaps[:maxSitemapsListed]
		cut = true
	}

	a.ContentSignals = contentSignals(file.Rules)
	for _, p := range robotsreport.ContentUsage(file.Rules) {
		a.ContentUsage = append(a.ContentUsage, preference(p))
	}

	problems, more := robotsreport.Lint(file.Body)
	a.Errors, a.Warnings = parted(problems, a.Errors, a.Warnings)

	a.Truncated = cut || more
}

func preference(p robotsreport.Preference) gen.VisibilityPreference {
	return gen.VisibilityPreference{
		Group: response.OrNull(p.Group),
		Value: p.Value,
		Line:  response.OrNull(p.Line),
	}
}

func contentSignals(file *robots.File) *gen.VisibilityCrawlers_ContentSignals {
	s, ok := robotsreport.ContentSignals(file)
	if !ok {
		return nil
	}
	out := &gen.VisibilityCrawlers_ContentSignals{
		Search:  response.OrNull(s.Search),
		AiInput: response.OrNull(s.AIInput),
		AiTrain: response.OrNull(s.AITrain),
		Use:     response.OrNull(s.Use),
	}
	out.Lines = response.Items(response.Each(s.Lines, preference))
	return out
}

func crawler(c robotsreport.Crawler) gen.VisibilityCrawler {
	out := gen.VisibilityCrawler{
		Agent:            c.Token,
		Owner:            c.Owner,
		Class:            gen.VisibilityCrawlerClass(c.Class),
		Purpose:          c.Purpose,
		RespectsRobots:   gen.VisibilityCrawlerRespectsRobots(c.Respects),
		Status:           gen.VisibilityCrawlerStatus(c.Access),
		Explicit:         c.Explicit,
		MatchedGroup:     response.OrNull(c.Group),
		MatchedRule:      response.OrNull(finding.Short(c.Rule, 300)),
		MatchedLine:      response.OrNull(c.RuleLine),
		DisallowCount:    c.Disallowed,
		DisallowExamples: []string{},
		URL:              c.Source,
	}

	for _, e := range c.Examples {
		out.DisallowExamples = append(out.DisallowExamples, finding.Short(e, 200))
	}
	if c.CrawlDelay > 0 {
		seconds := c.CrawlDelay.Seconds()
		out.CrawlDelaySeconds = &seconds
	}

	return out
}

func summary(list []robotsreport.Crawler) gen.VisibilityCrawlers_Summary {
	s := gen.VisibilityCrawlers_Summary{Total: len(list)}
	for _, c := range list {
		open := 0
		switch c.Access {
		case robotsreport.Allowed:
			s.Allowed++
			open = 1
		case robotsreport.PartlyAllowed:
			s.PartlyAllowed++
			open = 1
		case robotsreport.Blocked:
			s.Blocked++
		case robotsreport.Unknown:
			s.Unknown++
		}
		switch c.Class {
		case agents.Search:
			s.SearchTotal++
			s.SearchAllowed += open
		case agents.Training, agents.TrainingOptOut, agents.Dataset:
			s.TrainingTotal++
			s.TrainingAllowed += open
		case agents.UserFetch:
			s.UserFetchTotal++
			s.UserFetchAllowed += open
		}
	}

	return s
}

// recommend lists suggestions for the site's owner, in a fixed order.
func recommend(a *gen.VisibilityCrawlers, judged []robotsreport.Crawler) []gen.VisibilityCrawlers_Recommendations {
	out := []gen.VisibilityCrawlers_Recommendations{}
	add := func(id, format string, args ...any) {
		out = append(out, gen.VisibilityCrawlers_Recommendations{ID: id, Text: fmt.Sprintf(format, args...)})
	}
	if a.Policy == gen.VisibilityCrawlersPolicyUnknown {
		add("robots_unreachable", "robots.txt answers with an error: crawlers that keep to RFC 9309 stay away from the whole site until it answers 200 or 404.")
		return out
	}

	found := *a.RobotsFound
	if !found {
		add("no_robots_txt", "There is no robots.txt, so everything is allowed to everybody. Serve one to say what you want, and to name your sitemap.")
	}

	var search, user []string
	for _, c := range judged {
		switch {
		case c.Access != robotsreport.Blocked:
		case c.Class == agents.Search:
			search = append(search, c.Token)
		case c.Class == agents.UserFetch && c.Respects == agents.Obeys:
			user = append(user, c.Token)
		}
	}

	if len(search) > 0 {
		add("search_blocked", "Search crawlers are blocked, which keeps the site out of the answers that cite from their indexes: %s. Training can be refused without that.", strings.Join(search, ", "))
	}
	if len(user) > 0 {
		add("user_fetch_blocked", "Assistants cannot open pages that people ask them about: %s.", strings.Join(user, ", "))
	}

	stated := a.ContentSignals != nil || len(a.ContentUsage) > 0
	if found && a.Summary.TrainingAllowed == a.Summary.TrainingTotal && !stated {
		add("training_undeclared", "Training is allowed to all by silence. If that is not meant, disallow GPTBot, ClaudeBot, Google-Extended, Applebot-Extended, meta-externalagent and CCBot, or state Content-Signal: ai-train=no.")
	}

	if s := a.ContentSignals; s != nil && s.AiTrain != nil && *s.AiTrain == "no" && a.Summary.TrainingAllowed > 0 {
		add("signal_without_rule", "Content-Signal says ai-train=no, but %d training crawlers are not disallowed. Many of them read rules only.", a.Summary.TrainingAllowed)
	}
	if found && len(a.Sitemaps) == 0 {
		add("no_sitemap", "robots.txt names no sitemap: add Sitemap: with the full URL.")
	}

	if len(a.Errors) > 0 {
		add("errors", "Lines of robots.txt that are not understood: %d; see errors.", len(a.Errors))
	}
	return out
}
