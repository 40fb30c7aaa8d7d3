package extract

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// chosenImages are the pictures among the chosen blocks: those with a kept block close before and after, or in a
// figure with a kept caption. Pixels, icons and portraits of authors are left out.
func chosenImages(page *blocks.Page, keep []bool, base *url.URL) []*html.Node {
	const reach = 2 // dropped blocks allowed in between, such as a caption and a credit
	near := func(from, step int) bool {
		for i, n := from, 0; i >= 0 && i < len(keep) && n <= reach; i, n = i+step, n+1 {
			if keep[i] {
				return true
			}
		}
		return false
	}

	first := 0
	for first < len(keep) && !keep[first] {
		first++
	}

	var chosen []*html.Node
	seen := make(map[string]bool)
	to := newAddresses(base)
	for _, image := range page.Images {
		if !isPicture(image.Node) {
			continue
		}
		between := near(image.Next-1, -1) && near(image.Next, 1)
		// A lead picture stands right before the first paragraph; one after the last paragraph only counts in a figure.
		lead := image.Next <= first && first-image.Next <= 1 && inFigure(image.Node)
		if !between && !lead {
			continue
		}
		if address := pictureKey(image.Node, to); address == "" || seen[address] {
			continue
		} else {
			seen[address] = true
		}
		chosen = append(chosen, image.Node)
		if image.Node.DataAtom == atom.Picture {
			for c := image.Node.FirstChild; c != nil; c = c.NextSibling {
				if c.DataAtom == atom.Img {
					chosen = append(chosen, c)
				}
			}
		}
	}

	return chosen
}

func pictureKey(n *html.Node, to *addresses) string {
	if n.DataAtom != atom.Picture {
		return imageAddress(n, to)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if address := imageAddress(c, to); address != "" {
			return address
		}
	}
	return ""
}

func inFigure(n *html.Node) bool {
	for up, i := n.Parent, 0; up != nil && i < 5; up, i = up.Parent, i+1 {
		if up.DataAtom == atom.Figure {
			return true
		}
	}
	return false
}

func isPicture(n *html.Node) bool {
	for _, key := range []string{"width", "height"} {
		if v, err := strconv.Atoi(strings.TrimSuffix(attribute(n, key), "px")); err == nil && v < 40 {
			return false
		}
	}
	for up, i := n, 0; up != nil && i < 3; up, i = up.Parent, i+1 {
		class := strings.ToLower(attribute(up, "class"))
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
