package aeo

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// contentTypes are the types of things that answers are made of, with the common subtypes of schema.org.
var contentTypes = []string{
	"Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "Report", "ReportageNewsArticle", "OpinionNewsArticle", "AnalysisNewsArticle",
	"AdvertiserContentArticle", "LiveBlogPosting", "SocialMediaPosting", "DiscussionForumPosting", "APIReference",
	"Product", "ProductGroup", "FAQPage", "HowTo", "Recipe",
	"Organization", "Corporation", "NewsMediaOrganization", "EducationalOrganization", "CollegeOrUniversity", "GovernmentOrganization", "NGO", "OnlineBusiness", "OnlineStore", "MedicalOrganization",
	"LocalBusiness", "Restaurant", "CafeOrCoffeeShop", "Store", "Hotel", "LodgingBusiness", "FoodEstablishment", "ProfessionalService", "MedicalBusiness", "Dentist", "LegalService", "RealEstateAgent", "AutoDealer", "HealthAndBeautyBusiness",
	"SoftwareApplication", "WebApplication", "MobileApplication", "VideoGame",
	"Event", "MusicEvent", "SportsEvent", "BusinessEvent", "EducationEvent", "TheaterEvent", "Festival", "ExhibitionEvent",
}

func structuredData(in Input) []finding.Finding {
	p := in.Page
	var content *pagefacts.Entity
	described, identity, crumbs := "", "", false
	for i := range p.Items {
		e := &p.Items[i]
		if e.Is(contentTypes...) {
			if content == nil {
				content = e
			}
			if described == "" {
				described = required(e)
			}
		}
		if identity == "" && isIdentity(e) && e.Has("sameAs") {
			identity = strings.Join(e.Types, ", ")
		}
		crumbs = crumbs || e.Is("BreadcrumbList")
	}
	scripts := fmt.Sprintf("JSON-LD scripts: %d, valid with a type: %d", p.JSONLD.Total, p.JSONLD.Valid)
	kind := "no type that stands for content"
	if content != nil {
		kind = finding.Quotes(content.Types)
	}
	card := len(p.OpenGraph["og:title"]) > 0 && len(p.OpenGraph["og:description"]) > 0 && len(p.OpenGraph["og:image"]) > 0
	return []finding.Finding{
		yes("json_ld", p.JSONLD.Valid > 0, 6, scripts, "JSON-LD states facts that need not be guessed from the text.", "Add a JSON-LD script with a schema.org type, and check that it is valid JSON."),
		yes("content_type", content != nil, 5, kind, "The type says what the page is: an article, a product, a list of questions.", "Use Article, Product, FAQPage, HowTo, Recipe, Organization, LocalBusiness, SoftwareApplication or Event, or one of their subtypes."),
		yes("required_properties", described != "", 4, orElse(described, "no name or headline with author, datePublished, offers, mainEntity or address"), "A type without properties states nothing.", "Give the object a name or headline, and author, datePublished, offers, mainEntity or address."),
		yes("identity", identity != "", 2, orElse(identity, "no Organization or Person with sameAs"), "sameAs ties the author or publisher to profiles that engines know.", "Add an Organization or Person with sameAs links."),
		yes("breadcrumbs", crumbs, 1, map[bool]string{true: "BreadcrumbList", false: "no BreadcrumbList"}[crumbs], "Breadcrumbs show where the page stands in the site.", "Add a BreadcrumbList."),
		yes("open_graph", card, 2, map[bool]string{true: "og:title, og:description and og:image", false: "not all of og:title, og:description and og:image"}[card], "Chats show these when the page is cited.", "Add og:title, og:description and og:image."),
	}
}

func isIdentity(e *pagefacts.Entity) bool {
	if e.Is("Person") {
		return true
	}
	for _, t := range e.Types {
		if strings.HasSuffix(t, "Organization") || t == "Corporation" || t == "LocalBusiness" || t == "OnlineStore" || t == "OnlineBusiness" || t == "NGO" {
			return true
		}
	}
	return false
}

// required names the properties that make an object of content complete, "" when it is not.
func required(e *pagefacts.Entity) string {
	name := ""
	for _, key := range []string{"headline", "name"} {
		if name == "" && e.Has(key) {
			name = key
		}
	}
	for _, key := range []string{"author", "datePublished", "offers", "mainEntity", "address"} {
		if e.Has(key) && (name != "" || e.Is("FAQPage") && key == "mainEntity") { // a list of questions is named by its page
			return strings.TrimPrefix(name+", "+key, ", ")
		}
	}
	return ""
}

func orElse(s, none string) string {
	if s == "" {
		return none
	}
	return s
}

func extractability(in Input) []finding.Finding {
	p := in.Page
	words := p.Content.Words
	points := 0.0
	switch {
	case words >= 600:
		points = 8
	case words >= 300:
		points = 6
	case words >= 150:
		points = 3
	}
	html := max(p.HTMLBytes, 1)
	static := 0.0
	switch {
	case p.TextBytes*100 >= html*10:
		static = 5
	case p.TextBytes*100 >= html*5:
		static = 3
	}
	lean := p.Content.MarkdownBytes*10 > html // waste under 90 %
	canonical := false
	for _, c := range p.Canonicals {
		canonical = canonical || c.URL != nil
	}
	return []finding.Finding{
		signal("content_words", points, 8, fmt.Sprintf("%d words of main content", words), "Engines quote pages that say enough to be quoted.", "Bring the main text to 600 words or more, in the HTML itself."),
		signal("static_text", static, 5, fmt.Sprintf("%d bytes of text in %d bytes of HTML (%s)", p.TextBytes, p.HTMLBytes, percent(p.TextBytes, html)), "Most AI crawlers run no scripts: what scripts draw is not there for them.", "Render the text on the server, and move inline scripts and styles into files."),
		yes("waste", lean, 3, fmt.Sprintf("%d bytes of Markdown from %d bytes of HTML (%s used)", p.Content.MarkdownBytes, p.HTMLBytes, percent(p.Content.MarkdownBytes, html)), "Models pay for what they read; markup around little text is cut.", "Make the main content more than a tenth of the HTML."),
		yes("semantic_html", p.HasMain, 2, map[bool]string{true: "main or article element", false: "no main or article element"}[p.HasMain], "It tells readers where the content is.", "Put the content into a main or article element."),
		yes("language", p.Lang != "", 1, orElse(p.Lang, "no lang on the html element"), "Engines answer in the reader's language.", "Set lang on the html element."),
		yes("canonical", canonical, 1, map[bool]string{true: "canonical link", false: "no canonical link"}[canonical], "It tells which address to cite.", "Add a link rel=canonical."),
	}
}

func percent(part, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(of)) }

func answerability(in Input) []finding.Finding {
	p := in.Page
	sections, questions := 0, 0
	for _, h := range p.Headings {
		if h.Level == 2 || h.Level == 3 {
			sections++
		}
		if isQuestion(h.Text) {
			questions++
		}
	}
	faq := false
	for _, e := range p.Items {
		faq = faq || e.Is("FAQPage")
	}
	asked := fmt.Sprintf("headings that ask: %d", questions)
	if faq {
		asked += ", FAQPage"
	}
	first := pagefacts.CountWords(p.FirstPar)
	opening := "no paragraph after the h1"
	if p.FirstPar != "" {
		opening = fmt.Sprintf("%d words: %s", first, finding.Quote(p.FirstPar))
	}
	average := 0.0
	if p.Content.Sentences > 0 {
		average = float64(p.Content.SentenceWords) / float64(p.Content.Sentences)
	}
	sentences := "no sentences in the main content"
	if p.Content.Sentences > 0 {
		sentences = fmt.Sprintf("%.1f words per sentence over %d sentences", average, p.Content.Sentences)
	}
	return []finding.Finding{
		yes("one_h1", len(p.H1) == 1, 3, fmt.Sprintf("%d h1", len(p.H1)), "One main heading says what the page answers.", "Use exactly one h1 with text."),
		yes("sections", sections >= 3, 3, fmt.Sprintf("%d h2 and h3", sections), "Engines cut pages at headings and quote the parts.", "Divide the text by at least three h2 or h3."),
		yes("questions", questions >= 2 || faq, 3, asked, "Headings in the form of questions match what people ask.", "Write two or more headings as questions, or mark up an FAQPage."),
		yes("direct_answer", first >= 20 && first <= 80, 3, opening, "A short first paragraph is what gets quoted.", "Begin with a paragraph of 20 to 80 words that answers the title."),
		yes("lists_tables", p.Content.Lists+p.Content.Tables > 0, 3, fmt.Sprintf("%d list entries and %d table rows in the main content", p.Content.Lists, p.Content.Tables), "Steps and comparisons are taken over as they are.", "Put steps into lists and comparisons into tables."),
		yes("sentence_length", p.Content.Sentences > 0 && average <= 25, 2, sentences, "Short sentences survive being cut out of their context.", "Keep sentences to 25 words on average."),
	}
}

// isQuestion: ends with a question mark, or begins with an English question word. Headings in other languages count by their mark.
func isQuestion(s string) bool {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟") {
		return true
	}
	first, rest, _ := strings.Cut(strings.ToLower(s), " ")
	switch first {
	case "what", "what's", "why", "how", "when", "where", "who", "which", "can", "does", "do", "is", "are", "should":
		return rest != ""
	}
	return false
}
