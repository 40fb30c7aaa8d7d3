package extract

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// chosenImages are the pictures among the chosen blocks: those with a kept block close before and after, those in a
// paragraph of kept text and in a figure with a kept caption. Pixels, icons and portraits of authors are left out.
func chosenImages(page *blocks.Page, keep []bool, stated []string, base *url.URL) []*html.Node {
	p := newPictures(page, keep, base)
	p.stated = stated
	var chosen []*html.Node
	for _, image := range page.Images {
		if !isPicture(image.Node) || !p.belongs(image) || p.repeats(image.Node) {
			continue
		}
		chosen = append(chosen, image.Node)
		if inner := imgOf(image.Node); inner != nil && inner != image.Node {
			chosen = append(chosen, inner)
		}
	}
	return chosen
}

// pictures chooses among the pictures of a page.
type pictures struct {
	page        *blocks.Page
	keep        []bool
	in          body
	first, last int          // kept blocks
	inText      map[int]bool // elements below that of the content that hold kept text
	to          *addresses
	stated      []string // addresses of pictures that the page states as its own, until one was found

	seen map[string]bool // addresses
}

func newPictures(page *blocks.Page, keep []bool, base *url.URL) *pictures {
	p := &pictures{
		page:   page,
		keep:   keep,
		in:     bodyOf(page, keep),
		first:  slices.Index(keep, true),
		last:   len(keep) - 1,
		inText: make(map[int]bool),
		to:     newAddresses(base),
		seen:   make(map[string]bool),
	}

	for p.last > p.first && !keep[p.last] {
		p.last--
	}

	for i := range page.Blocks {
		for at := page.Blocks[i].Element; keep[i] && at >= 0 && at != p.in.home; at = page.Elements[at].Parent {
			p.inText[at] = true
		}
	}
	return p
}

// sizeInName matches what sites add to the name of a picture for one of its sizes.
var sizeInName = regexp.MustCompile(`[-_][0-9]+x[0-9]*|(?:\.[A-Za-z]+)+$`)

// stemOf is the name of a picture's file without its size and form.
func stemOf(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return sizeInName.ReplaceAllString(path.Base(address), "")
}

// isStated reports whether a picture is the first of those that the page states as its own, in whatever size.
func (p *pictures) isStated(n *html.Node) bool {
	const telling = 12 // bytes of a name that others may add words to
	key := pictureKey(n, p.to)
	isSame := func(address string) bool {
		stem := stemOf(key)
		stated := stemOf(address)
		return stem == stated || len(stated) >= telling && strings.Contains(stem, stated)
	}
	if key == "" || !slices.ContainsFunc(p.stated, isSame) {
		return false
	}
	p.stated = nil
	return true
}

// belongs reports whether a picture is part of the content by its place, or by what the page states.
func (p *pictures) belongs(image blocks.Image) bool {
	around := p.page.Elements[image.Element]
	leadsOn := leadsOn(image.Node)
	isOwn := image.Next <= p.last && !leadsOn && p.isStated(image.Node)
	if isOwn || p.isNear(image.Next-1, -1) && p.isNear(image.Next, 1) {
		return true
	}
	const right = 1 // blocks between a lead picture and the first paragraph

	isLead := image.Next <= p.first
	inside := p.in.inside[image.Element]
	isAmid := image.Next > p.first && image.Next <= p.last
	switch {
	case isAmid && (p.inText[image.Element] || around.Parent >= 0 && p.inText[around.Parent]):
		return true // beside text of its own item
	case inside && (isAmid && holder(image.Node, atom.Figure) != nil || !isLead && leadsToPicture(image.Node)):
		return true // its caption may be left out
	case isLead && p.first-image.Next <= right && inside:
		return true
	case image.Next == p.last+1 && inside && !leadsOn:
		return true
	}
	return false
}

// leadsOn reports whether a picture is linked to another page, as signs of a site and teasers are.
func leadsOn(n *html.Node) bool {
	link := holder(n, atom.A)
	return link != nil && !strings.HasPrefix(blocks.Attr(link, "href"), "#") && !leadsToPicture(n)
}

// leadsToPicture reports whether a picture is linked to a larger one.
func leadsToPicture(n *html.Node) bool {
	link := holder(n, atom.A)
	return link != nil && isPictureFile(blocks.Attr(link, "href"))
}

// holder is the element of a kind close around n, nil without one.
func holder(n *html.Node, kind atom.Atom) *html.Node {
	const levels = 5
	for up, i := n.Parent, 0; up != nil && i < levels; up, i = up.Parent, i+1 {
		if up.DataAtom == kind {
			return up
		}
	}
	return nil
}

// isNear reports whether a block is kept among the next ones in a direction.
func (p *pictures) isNear(from, step int) bool {
	const reach = 2 // dropped blocks allowed in between, such as a caption and a credit
	for i, n := from, 0; i >= 0 && i < len(p.keep) && n <= reach; i, n = i+step, n+1 {
		if p.keep[i] {
			return true
		}
	}
	return false
}

// repeats reports whether a picture was chosen before, at the same address, unless it is a sign within a sentence.
func (p *pictures) repeats(n *html.Node) bool {
	address := pictureKey(n, p.to)
	if address == "" || p.seen[address] && !isWithinText(n) {
		return true
	}
	p.seen[address] = true
	return false
}

// isWithinText reports whether a picture stands within a line of text.
func isWithinText(n *html.Node) bool {
	isText := func(s *html.Node) bool {
		return s != nil && s.Type == html.TextNode && strings.TrimSpace(s.Data) != ""
	}
	return isText(n.PrevSibling) || isText(n.NextSibling)
}

// imgOf is the img of a picture element, or the element itself.
func imgOf(n *html.Node) *html.Node {
	if n.DataAtom != atom.Picture {
		return n
	}
	for c := range n.Descendants() {
		if c.DataAtom == atom.Img {
			return c
		}
	}
	return nil
}

// pictureKey is the address of an img or of a picture element.
func pictureKey(n *html.Node, to *addresses) string {
	if n.DataAtom != atom.Picture {
		return imageAddress(n, to)
	}
	if inner := imgOf(n); inner != nil {
		if address := imageAddress(inner, to); address != "" {
			return address
		}
	}
	for c := range n.Descendants() {
		if c.DataAtom == atom.Source {
			if address := imageAddress(c, to); address != "" {
				return address
			}
		}
	}
	return ""
}

// isPicture reports whether an image is more than a pixel, an icon or a portrait by its size and names. One that leads
// to a larger form of it is: galleries call theirs icons.
func isPicture(n *html.Node) bool {
	for _, key := range []string{"width", "height"} {
		if v, err := strconv.Atoi(strings.TrimSuffix(blocks.Attr(n, key), "px")); err == nil && v < 40 {
			return false
		}
	}
	if leadsToPicture(n) {
		return true
	}

	for up, i := n, 0; up != nil && i < 3; up, i = up.Parent, i+1 {
		class := strings.ToLower(blocks.Attr(up, "class"))
		if len(class) > 300 {
			continue
		}
		for _, word := range []string{"avatar", "icon", "logo", "emoji", "gravatar", "spinner", "tracking", "author-image", "byline"} {
			if strings.Contains(class, word) {
				return false
			}
		}
	}
	return true
}
