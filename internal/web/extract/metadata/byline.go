package metadata

import (
	"net/url"
	"slices"
	"strings"
)

// creator is an author named by structured data.
type creator struct {
	name           string
	isPerson       bool // it says so
	isOrganisation bool // likewise
}

// authorship finds who wrote a page.
type authorship struct {
	f        *found
	creators []creator
	title    string
	own      map[string]bool // letters of the names of its site
	pageURL  *url.URL
	order    dayOrder
	place    place // of the title
}

// authorKeys are the meta elements that name authors.
var authorKeys = []string{
	"author", "citation_author", "article:author", "article:author_name", "parsely-author", "sailthru.author",
	"dc.creator", "byl", "dcterms.creator", "og:article:author", "article.author", "dc.contributor", "authors",
	"cxenseparse:author",
}

// byline is who wrote the page. It asks the places that name authors, the most often right first, and the first answer
// counts: persons, then accounts and names of either. A name beside the title that nothing calls an author is
// not asked for.
func byline(f *found, creators []creator, m Metadata, at place, pageURL *url.URL) []string {
	if isProduct(m.Types) {
		return nil // the names there are reviewers
	}
	a := &authorship{
		f:        f,
		creators: creators,
		title:    m.Title,
		own:      f.ownNames(m.Site),
		pageURL:  pageURL,
		order:    orderOf(m.Language, pageURL),
		place:    at,
	}

	for _, source := range []func() []string{
		a.markedNames,
		a.agreedAccount,
		a.lineNames,
		a.claimedNames,
		a.otherName,
	} {
		if names := source(); len(names) > 0 {
			return someAuthors(names)
		}
	}
	return nil
}

// markedNames are the persons that structured data names, with those that markup or meta elements add. Without it meta
// elements are believed where markup has one of their names: markup also names reviewers and writers of other texts.
func (a *authorship) markedNames() []string {
	signed := a.signedNames()
	stated := a.statedNames()
	if linked := a.linkedNames(); len(linked) > 0 {
		return fullest(linked, signed, stated)
	}
	agrees := func(name string) bool { return hasAll(stated, []string{name}) }
	if len(signed) == 0 || slices.ContainsFunc(signed, agrees) {
		return stated
	}
	return signed
}

// isProduct reports whether the page offers something for sale.
func isProduct(types []string) bool {
	return !anyType(types, isArticleType) && anyType(types, func(t string) bool {
		return t == "product" || t == "productgroup" || t == "og:product" || t == "product.item"
	})
}

// fullest is the first list of names, or a longer one that contains all of them: structured data often names only
// the first author.
func fullest(lists ...[]string) []string {
	var best []string
	for _, names := range lists {
		if len(best) == 0 || len(names) > len(best) && len(names) <= mostShown && hasAll(names, best) {
			best = names
		}
	}
	return best
}

func hasAll(names, others []string) bool {
	return !slices.ContainsFunc(others, func(other string) bool {
		return !slices.ContainsFunc(names, func(name string) bool {
			return strings.HasSuffix(letters(name), letters(other)) // a name may follow a title
		})
	})
}

// persons are the persons in a text, without the site's own name.
func (a *authorship) persons(text string) []string { return slices.DeleteFunc(persons(text), a.isOwn) }

// isOwn reports whether a name is the site's own. A personal site has the name of its author.
func (a *authorship) isOwn(name string) bool { return a.namesSite(name) && !isCommonPerson(name) }

func (a *authorship) namesSite(name string) bool {
	return a.own[letters(name)] || a.isOrganisation(name) || isSite(name, "", a.pageURL)
}

// isOrganisation reports whether structured data calls a name that of an organisation, and not also of a person.
func (a *authorship) isOrganisation(name string) bool {
	isNamed := func(other string) bool { return letters(other) == letters(name) }
	return slices.ContainsFunc(a.f.orgs, isNamed) &&
		!slices.ContainsFunc(a.creators, func(c creator) bool { return c.isPerson && isNamed(c.name) })
}

// ownNames are the letters of what the page calls its site, whole and in parts.
func (f *found) ownNames(site string) map[string]bool {
	own := make(map[string]bool)
	for _, name := range []string{site, f.meta["application-name"], f.meta["dc.publisher"], lastPart(f.title)} {
		for part := range strings.SplitSeq(name+"|"+strings.ReplaceAll(name, " - ", "|"), "|") {
			own[letters(part)] = true
		}
	}
	return own
}

func (a *authorship) linkedNames() []string {
	var names []string
	for _, c := range a.creators {
		switch {
		case c.isOrganisation:
		case c.isPerson && !a.own[letters(c.name)]:
			names = append(names, persons(c.name)...) // whose name the host may have
		default:
			names = append(names, a.persons(c.name)...)
		}
	}
	return names
}

func (a *authorship) statedNames() []string {
	var lists [][]string
	for _, key := range authorKeys {
		stated := a.f.meta[key]
		if strings.HasPrefix(key, "citation_") || strings.HasPrefix(key, "dc") {
			stated = givenFirst(stated)
		}
		lists = append(lists, a.persons(stated))
	}
	return fullest(append(lists, a.persons(a.f.labelledAuthor()))...)
}

// givenFirst turns round a single catalogue name, "Lee, Ann B.".
func givenFirst(name string) string {
	last, first, isTurned := strings.Cut(name, ", ")
	if !isTurned || strings.ContainsAny(first, ",;") || strings.Count(last, " ") > 1 || len(first) < 2 {
		return name
	}
	return first + " " + last
}

// labelledAuthor is the author in the labelled data of Twitter cards.
func (f *found) labelledAuthor() string {
	for _, n := range []string{"1", "2"} {
		if rest, signs := afterBy(f.meta["twitter:label"+n]); signs && rest == "" {
			return f.meta["twitter:data"+n]
		}
	}
	return ""
}

// signedNames are the persons named by the first such element near the title, or by the elements in it: papers mark
// each author, and all of them.
func (a *authorship) signedNames() []string {
	for i, s := range a.f.signed {
		isMenu := s.isLink && !s.isExact && (s.read <= a.place.read || !a.place.isRightBelow(s.read))
		if isMenu || a.place.isBeside(s.region) || !a.place.isNear(s.read) {
			continue
		}
		if names := fullest(a.signers(s), a.signersWithin(i)); len(names) > 0 {
			return names
		}
	}
	return nil
}

// signersWithin are the persons that elements in signature i name, each once.
func (a *authorship) signersWithin(i int) []string {
	var names []string
	end := a.f.signed[i].read + len(a.f.signed[i].text)
	for _, s := range a.f.signed[i+1:] {
		if s.read >= end {
			break
		}
		for _, name := range a.signers(s) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (a *authorship) signers(s signature) []string {
	var names []string
	for _, name := range s.persons() {
		names = append(names, a.persons(name)...)
	}
	return names
}

// claimedNames are the persons in the page's only claim of authorship.
func (a *authorship) claimedNames() []string {
	var names []string
	for _, c := range a.f.claims {
		claimed := slices.DeleteFunc(c.persons(), a.isOwn)
		if len(claimed) == 0 {
			continue
		}
		if len(names) > 0 && !hasAll(names, claimed) {
			return nil
		}
		if len(names) == 0 {
			names = claimed
		}
	}
	return names
}

// mostShown is how many names a byline may have. A longer list is of commenters or teasers.
const mostShown = 8

// someAuthors are names, each once. A list longer than any byline is of commenters or teasers; then only the
// first name counts, the one nearest to the title.
func someAuthors(names []string) []string {
	var kept []string
	for _, name := range names {
		known := slices.ContainsFunc(kept, func(k string) bool { return strings.EqualFold(k, name) })
		if !known {
			kept = append(kept, name)
		}
	}
	if len(kept) > mostShown {
		kept = kept[:1]
	}
	return kept
}
