package cryptonews

import (
	"cmp"
	"hash/fnv"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/handlers/cryptonews/coins"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/web/feeds"
)

const (
	maxTitle   = 300 // characters
	maxSummary = 300
)

// story is a headline. Stories are shared between answers and never changed after reading, but by copy.
type story struct {
	title, summary string
	link           string
	source         string
	published      time.Time
	coins          []string
	score          sentiment.Result
	alsoIn         []string

	key   string   // of the article, whatever way leads to it
	words []string // of title and summary, for searches
	hash  []uint64 // of the title's words, sorted, each once
}

// newStory is nil for an item without a title or without a link to a web page.
func newStory(publisher string, item feeds.Item) *story {
	title := shorten(clean(item.Title), maxTitle)
	summary := shorten(withoutSignature(clean(item.Summary)), maxSummary)
	link, key := article(item.Link)
	if title == "" || link == "" {
		return nil
	}

	if summary == title {
		summary = ""
	}

	return &story{
		title:     title,
		summary:   summary,
		link:      link,
		key:       key,
		source:    publisher,
		published: item.Published.UTC().Truncate(time.Second),
		words:     coins.Words(title + " . " + summary), hash: wordHashes(title),
	}
}

// clean drops characters that are not seen: controls, and marks that turn the direction of writing.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// withoutSignature cuts what WordPress puts at the end of a summary: "The post ... appeared first on ...".
func withoutSignature(s string) string {
	if end := strings.LastIndex(s, "The post "); end >= 0 && strings.Contains(s[end:], "appeared first on") {
		return strings.TrimSpace(s[:end])
	}
	return s
}

// shorten cuts a text at a blank, so that it has at most max characters with the ellipsis.
func shorten(s string, max int) string {
	runes := []rune(s)
	if len(runes) <= max {
		return s
	}
	cut := string(runes[:max-1])
	if blank := strings.LastIndexByte(cut, ' '); blank > len(cut)/2 {
		cut = cut[:blank]
	}
	return strings.TrimRight(cut, " ,;:-") + "…"
}

// article is the link without what only counts visits, and a key that all links to one article have: no scheme, no www, no
// query but what names the article, no slash at the end. Both are empty if it is not a web address.
func article(link string) (clean, key string) {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return "", ""
	}
	u.Fragment = ""
	u.RawFragment = ""
	query := u.Query()
	for name := range query {
		if strings.HasPrefix(strings.ToLower(name), "utm_") || slices.Contains([]string{"ref", "source", "fbclid", "gclid", "mc_cid", "mc_eid", "cmpid"}, strings.ToLower(name)) {
			query.Del(name)
		}
	}
	u.RawQuery = query.Encode()
	key = strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimRight(u.EscapedPath(), "/") + "?" + u.RawQuery
	return u.String(), key
}

// hollow are words that carry nothing.
var hollow = strings.Fields("a an the of to in on for and as at by with it is new")

// wordHashes are the title's words for comparing, without the hollow ones.
func wordHashes(title string) []uint64 {
	var out []uint64
	for _, w := range coins.Words(title) {
		if slices.Contains(hollow, w) {
			continue
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(w))
		sum := h.Sum64()
		if strings.ContainsFunc(w, unicode.IsDigit) {
			sum |= 1 // figures have odd hashes, see sameStory
		} else {
			sum &^= 1
		}
		out = append(out, sum)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

const (
	sameWithin = 48 * time.Hour
	sameWords  = 0.85 // part of all words of two titles that both have
)

// sameStory: nearly the same words, the same figures, and the same sense. "Up 5%" and "up 7%", "rises" and "falls" are
// different news.
func sameStory(a, b *story) bool {
	common := 0
	figures := 0
	for i, k := 0, 0; i < len(a.hash) || k < len(b.hash); {
		switch {
		case k == len(b.hash) || i < len(a.hash) && a.hash[i] < b.hash[k]:
			figures += int(a.hash[i] & 1)
			i++
		case i == len(a.hash) || b.hash[k] < a.hash[i]:
			figures += int(b.hash[k] & 1)
			k++
		default:
			common++
			i++
			k++
		}
	}

	all := len(a.hash) + len(b.hash) - common
	return figures == 0 && common >= 3 && float64(common) >= sameWords*float64(all) && a.score.Score*b.score.Score >= 0
}

// withoutRepetitions keeps of each story the one that was published first, and names the other publishers there. The
// result is newest first.
func withoutRepetitions(all []*story) []*story {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *story) int { return cmp.Or(a.published.Compare(b.published), cmp.Compare(a.key, b.key)) })
	byKey := map[string]int{} // place in kept
	var kept []*story
	from := 0 // the first one kept that is within the time
	for _, s := range all {
		for from < len(kept) && s.published.Sub(kept[from].published) > sameWithin {
			from++
		}
		twin, ok := byKey[s.key]
		if !ok {
			twin = slices.IndexFunc(kept[from:], func(k *story) bool { return sameStory(k, s) })
			if ok = twin >= 0; ok {
				twin += from
			}
		}
		if !ok {
			byKey[s.key] = len(kept)
			kept = append(kept, s)
			continue
		}
		byKey[s.key] = twin // its link is the same story's too, whatever title it comes with next
		if first := kept[twin]; s.source != first.source && !slices.Contains(first.alsoIn, s.source) {
			with := *first
			with.alsoIn = append(slices.Clone(first.alsoIn), s.source)
			kept[twin] = &with
		}
	}

	slices.Reverse(kept)
	return kept
}
