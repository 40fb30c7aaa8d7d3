package blocks

import "strings"

// discussion tells discussions, whose replies are content, from pages with readers' comments below the text.
type discussion struct {
	comments, forum               float64 // share of the page's words in elements named for comments, for threads
	proseInside, proseOutside     float64 // share of words that are prose in elements named for comments, and elsewhere
	outsideOfBoth                 float64 // share of words that are prose and in neither kind of element
	addressed                     bool    // the path is a forum's
	longestOutside, longestInside float64 // words of the longest block
}

// forumPaths are parts of the paths where forum software keeps threads.
var forumPaths = []string{"/forum", "thread", "topic", "/questions/", "/discussion", "/community/",
	"/comments/", "viewtopic", "/t/", "/answers/", "/message"}

func (f *featurizer) findDiscussion() {
	const nearlyAll = 0.9 // an element with that share of the page says nothing of its parts
	p := f.page
	inherited := make([]Hint, len(p.Elements))
	f.inherited = inherited
	for i := range p.Elements {
		e := &p.Elements[i]
		if e.Parent >= 0 {
			inherited[i] = inherited[e.Parent]
		}
		if share(e.Words, f.words) < nearlyAll {
			inherited[i] |= e.Hints & (HintComment | HintForum | HintRelated)
		}
	}

	var comments, forum, inside, outside, neither, longestIn, longestOut int
	for i := range p.Blocks {
		b := &p.Blocks[i]
		hints := inherited[b.Element] &^ HintRelated
		if hints&HintComment != 0 {
			comments += b.Words
			longestIn = max(longestIn, b.Words)
		} else {
			longestOut = max(longestOut, b.Words)
		}
		if hints&HintForum != 0 {
			forum += b.Words
		}
		if !b.IsProse() {
			continue
		}
		switch {
		case hints&HintComment != 0:
			inside += b.Words
		default:
			outside += b.Words
		}
		if hints == 0 {
			neither += b.Words
		}
	}

	path := strings.ToLower(f.ctx.Path)
	addressed := false
	for _, part := range forumPaths {
		addressed = addressed || strings.Contains(path, part)
	}
	f.talk = discussion{
		comments:       share(comments, f.words),
		forum:          share(forum, f.words),
		proseInside:    share(inside, f.words),
		proseOutside:   share(outside, f.words),
		outsideOfBoth:  share(neither, f.words),
		addressed:      addressed,
		longestOutside: float64(longestOut),
		longestInside:  float64(longestIn),
	}
}

func (d discussion) describe(v *vector) {
	v.add("page_comments", d.comments)
	v.add("page_forum", d.forum)
	v.add("page_prose_in_comments", d.proseInside)
	v.add("page_prose_elsewhere", d.proseOutside)
	v.add("page_prose_in_neither", d.outsideOfBoth)
	v.add("page_longest_elsewhere", d.longestOutside)
	v.add("page_longest_in_comments", d.longestInside)
	v.flag("path_forum", d.addressed)
}

// IsDiscussion reports whether the page is a thread of posts by several writers.
func (d Description) IsDiscussion() bool { return d.f.isDiscussion() }
