package aeo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// contentTypes are the types of content used in answers, with schema.org's common subtypes.
var contentTypes = []string{
	"Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "Report",
	"ReportageNewsArticle", "OpinionNewsArticle", "AnalysisNewsArticle",
	"AdvertiserContentArticle", "LiveBlogPosting", "SocialMediaPosting", "DiscussionForumPosting",
	"APIReference",
	"Product", "ProductGroup", "FAQPage", "HowTo", "Recipe",
	"Organization", "Corporation", "NewsMediaOrganization", "EducationalOrganization", "CollegeOrUniversity",
	"GovernmentOrganization", "NGO", "OnlineBusiness", "OnlineStore", "MedicalOrganization",
	"LocalBusiness", "Restaurant", "CafeOrCoffeeShop", "Store", "Hotel", "LodgingBusiness",
	"FoodEstablishment", "ProfessionalService", "MedicalBusiness", "Dentist", "LegalService",
	"RealEstateAgent", "AutoDealer", "HealthAndBeautyBusiness",
	"SoftwareApplication", "WebApplication", "MobileApplication", "VideoGame",
	"Event", "MusicEvent", "SportsEvent", "BusinessEvent", "EducationEvent", "TheaterEvent", "Festival",
	"ExhibitionEvent",
}

var structuredData = []rule{
	{
		id:  "json_ld",
		max: 6,
		why: "JSON-LD states facts that need not be guessed from the text.",
		fix: "Add a JSON-LD script with a schema.org type, and check that it is valid JSON.",
		has: hasJSONLD,
	},
	{
		id:  "content_type",
		max: 5,
		why: "The type says what the page is: an article, a product, a list of questions.",
		fix: "Use Article, Product, FAQPage, HowTo, Recipe, Organization, LocalBusiness, SoftwareApplication " +
			"or Event, or one of their subtypes.",
		has: hasContentType,
	},
	{
		id:  "required_properties",
		max: 4,
		why: "A type without properties states nothing.",
		fix: "Give the object a name or headline, and author, datePublished, offers, mainEntity or address.",
		has: hasRequired,
	},
	{
		id:  "identity",
		max: 2,
		why: "sameAs ties the author or publisher to profiles that engines know.",
		fix: "Add an Organization or Person with sameAs links.",
		has: hasIdentity,
	},
	{
		id:  "breadcrumbs",
		max: 1,
		why: "Breadcrumbs show where the page is in the site.",
		fix: "Add a BreadcrumbList.",
		has: hasBreadcrumbs,
	},
	{
		id:  "open_graph",
		max: 2,
		why: "Chats show these when the page is cited.",
		fix: "Add og:title, og:description and og:image.",
		has: hasOpenGraph,
	},
}

func hasJSONLD(in Input) (ok bool, seen string) {
	scripts := in.Page.JSONLD

	return scripts.Valid > 0,
		fmt.Sprintf("JSON-LD scripts: %d, valid with a type: %d", scripts.Total, scripts.Valid)
}

func hasContentType(in Input) (ok bool, seen string) {
	for _, e := range in.Page.Items {
		if e.Is(contentTypes...) {
			return true, finding.Quotes(e.Types)
		}
	}

	return false, "no type for content"
}

func hasRequired(in Input) (ok bool, seen string) {
	for i := range in.Page.Items {
		e := &in.Page.Items[i]
		if !e.Is(contentTypes...) {
			continue
		}
		if names := required(e); names != "" {
			return true, names
		}
	}

	return false, "no name or headline with author, datePublished, offers, mainEntity or address"
}

// required names the properties that make a content object complete, or "" if it is incomplete.
func required(e *pagefacts.Entity) string {
	name := ""
	for _, key := range []string{"headline", "name"} {
		if name == "" && e.Has(key) {
			name = key
		}
	}

	for _, key := range []string{"author", "datePublished", "offers", "mainEntity", "address"} {
		// a list of questions takes its name from the page
		named := name != "" || e.Is("FAQPage") && key == "mainEntity"
		if named && e.Has(key) {
			return strings.TrimPrefix(name+", "+key, ", ")
		}
	}

	return ""
}

func hasIdentity(in Input) (ok bool, seen string) {
	for i := range in.Page.Items {
		e := &in.Page.Items[i]
		if isIdentity(e) && e.Has("sameAs") {
			return true, strings.Join(e.Types, ", ")
		}
	}

	return false, "no Organization or Person with sameAs"
}

// identityTypes identify who is behind a page, as do Person and all types ending in Organization.
var identityTypes = []string{"Corporation", "LocalBusiness", "OnlineStore", "OnlineBusiness", "NGO"}

func isIdentity(e *pagefacts.Entity) bool {
	return e.Is("Person") || slices.ContainsFunc(e.Types, func(t string) bool {
		return strings.HasSuffix(t, "Organization") || slices.Contains(identityTypes, t)
	})
}

func hasBreadcrumbs(in Input) (ok bool, seen string) {
	if hasType(in.Page, "BreadcrumbList") {
		return true, "BreadcrumbList"
	}

	return false, "no BreadcrumbList"
}

func hasType(p *pagefacts.Facts, name string) bool {
	return slices.ContainsFunc(p.Items, func(e pagefacts.Entity) bool { return e.Is(name) })
}

func hasOpenGraph(in Input) (ok bool, seen string) {
	for _, key := range []string{"og:title", "og:description", "og:image"} {
		if len(in.Page.OpenGraph[key]) == 0 {
			return false, "not all of og:title, og:description and og:image"
		}
	}

	return true, "og:title, og:description and og:image"
}
