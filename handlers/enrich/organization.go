package enrich

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// organization is what a page's JSON-LD says about the one that it speaks for.
type organization struct {
	name, logo string
	sameAs     []string
}

// organizationTypes are schema.org types that are organisations; those ending in Organization, Business or Store are too.
var organizationTypes = each.WordSet(`
corporation ngo airline restaurant hotel hostel motel resort bedandbreakfast collegeoruniversity school library museum bankorcreditunion hospital
consortium cooperative politicalparty sportsteam sportsclub project fundingagency workersunion newsmediaorganization
accountingservice adultentertainment amusementpark animalshelter attorney autorepair autobodyshop autodealer autorental bakery barorpub beautysalon
brewery cafeorcoffeeshop casino childcare dayspa dentist drycleaningorlaundry electrician emergencyservice employmentagency exercisegym
fastfoodrestaurant financialservice generalcontractor governmentoffice hairsalon healthclub hvacbusiness insuranceagency internetcafe legalservice
locksmith medicalclinic movietheater movingcompany nailsalon nightclub notary optician pharmacy plumber postoffice professionalservice radiostation
realestateagent recyclingcenter roofingcontractor selfstorage shoppingcenter skiresort televisionstation touristinformationcenter travelagency
veterinarycare winery`)

func isOrganization(kind string) bool {
	kind = strings.ToLower(kind[strings.LastIndexAny(kind, "/#:")+1:])
	return organizationTypes[kind] || strings.HasSuffix(kind, "organization") || strings.HasSuffix(kind, "business") || strings.HasSuffix(kind, "store")
}

// organization gives the first organisation of the page's JSON-LD: the top objects and their graphs first, then publishers of
// web sites and pages. Persons are never read.
func (h *Handlers) organization(p *htmlpage.Page) organization {
	var queue []map[string]any
	for _, raw := range p.JSONLD().Objects {
		var o any
		if json.Unmarshal(raw, &o) == nil {
			queue = append(queue, objects(o)...)
		}
	}

	const most = 500
	for i := 0; i < len(queue) && i < most; i++ {
		o := queue[i]
		queue = append(queue, objects(o["@graph"])...)
		if slices.ContainsFunc(list(o["@type"]), isOrganization) && cmp.Or(one(o["name"]), one(o["legalName"])) != "" {
			org := organization{name: cmp.Or(one(o["name"]), one(o["legalName"])), sameAs: list(o["sameAs"])}
			for _, logo := range []any{o["logo"], o["image"]} {
				if org.logo == "" {
					org.logo = absolute(p, imageURL(logo))
				}
			}
			return org
		}
		if !slices.Contains(list(o["@type"]), "Person") {
			queue = append(queue, objects(o["publisher"])...)
			queue = append(queue, objects(o["mainEntity"])...)
		}
	}

	return organization{}
}

// objects are the objects in a value that is one or a list of them.
func objects(v any) []map[string]any {
	switch v := v.(type) {
	case map[string]any:
		return []map[string]any{v}
	case []any:
		var out []map[string]any
		for _, e := range v {
			if o, ok := e.(map[string]any); ok {
				out = append(out, o)
			}
		}
		return out
	}
	return nil
}

// list are the texts in a value that is one or a list of them.
func list(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

func one(v any) string {
	if l := list(v); len(l) > 0 {
		return strings.TrimSpace(l[0])
	}
	return ""
}

func imageURL(v any) string {
	if s := one(v); s != "" {
		return s
	}
	for _, o := range objects(v) {
		for _, key := range []string{"url", "contentUrl", "@id"} {
			if s := one(o[key]); s != "" {
				return s
			}
		}
	}
	return ""
}

func absolute(p *htmlpage.Page, ref string) string {
	if ref == "" {
		return ""
	}
	if u := htmlpage.Resolve(p.Base, ref); u != nil {
		return u.String()
	}
	return ""
}

// network says how the pages of organisations on a social network look.
type network struct {
	name  string
	hosts []string
	below []string // first path segments under which they are; empty: the page is the only segment
	never []string // first segments that are not pages
}

// networks lists them. Places where the networks keep pages of persons (linkedin.com/in, facebook.com/people) are not among
// those that are looked for.
var networks = []network{
	{"linkedin", []string{"linkedin.com"}, []string{"company", "school", "showcase"}, nil},
	{"x", []string{"x.com", "twitter.com"}, nil, []string{"intent", "share", "home", "search", "hashtag", "i", "login"}},
	{"facebook", []string{"facebook.com", "fb.com"}, nil, []string{"sharer", "sharer.php", "share", "share.php", "dialog", "people", "profile.php", "groups", "events", "tr", "login"}},
	{"instagram", []string{"instagram.com"}, nil, []string{"p", "reel", "explore", "accounts"}},
	{"youtube", []string{"youtube.com"}, []string{"channel", "c", "user", "@"}, nil},
	{"tiktok", []string{"tiktok.com"}, []string{"@"}, nil},
	{"github", []string{"github.com"}, nil, []string{"features", "about", "login", "join", "sponsors", "topics", "marketplace"}},
	{"gitlab", []string{"gitlab.com"}, nil, []string{"users", "explore"}},
	{"bluesky", []string{"bsky.app"}, []string{"profile"}, nil},
	{"threads", []string{"threads.net", "threads.com"}, []string{"@"}, nil},
	{"pinterest", []string{"pinterest.com"}, nil, []string{"pin", "search"}},
	{"telegram", []string{"t.me"}, nil, []string{"share", "joinchat"}},
	{"discord", []string{"discord.gg"}, nil, nil},
	{"discord", []string{"discord.com"}, []string{"invite"}, nil},
	{"crunchbase", []string{"crunchbase.com"}, []string{"organization"}, nil},
	{"reddit", []string{"reddit.com"}, []string{"r"}, nil},
	{"vimeo", []string{"vimeo.com"}, nil, []string{"watch", "search", "categories", "features", "log_in", "join"}},
	{"twitch", []string{"twitch.tv"}, nil, []string{"directory", "downloads", "jobs", "p", "videos"}},
	{"xing", []string{"xing.com"}, []string{"pages", "companies"}, nil},
	{"wikipedia", []string{"wikipedia.org"}, []string{"wiki"}, nil},
}

// networkOf names the network that a URL is an organisation's page on, "" if it is not one.
func networkOf(u *url.URL) string {
	if u == nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}

	host := strings.ToLower(u.Hostname())
	segments := strings.FieldsFunc(u.Path, func(c rune) bool { return c == '/' })
	if len(segments) == 0 {
		return ""
	}

	first := strings.ToLower(segments[0])
	for _, n := range networks {
		if !slices.ContainsFunc(n.hosts, func(h string) bool { return host == h || strings.HasSuffix(host, "."+h) }) {
			continue
		}
		switch {
		case len(n.below) > 0:
			for _, below := range n.below {
				if below == "@" && len(first) > 1 && first[0] == '@' || first == below && len(segments) > 1 {
					return n.name
				}
			}
		case len(segments) == 1 && !slices.Contains(n.never, first):
			return n.name
		}
	}

	return ""
}

// social gives one page on each network: what the organisation states, else the first that its page links to.
func social(sameAs []string, p *htmlpage.Page) []gen.EnrichWeb_Organization_Social {
	out := []gen.EnrichWeb_Organization_Social{}
	add := func(u *url.URL) {
		name := networkOf(u)
		if name == "" || slices.ContainsFunc(out, func(s gen.EnrichWeb_Organization_Social) bool { return s.Network == name }) {
			return
		}
		plain := *u
		plain.RawQuery = ""
		plain.Fragment = ""
		plain.User = nil
		out = append(out, gen.EnrichWeb_Organization_Social{Network: name, URL: plain.String()})
	}

	for _, link := range sameAs[:min(len(sameAs), 50)] {
		add(htmlpage.Resolve(p.Base, link))
	}

	for _, a := range p.Anchors() {
		if networkOf(a.URL) != "wikipedia" { // a link there is as a rule to an article about something else
			add(a.URL)
		}
	}

	return out
}
