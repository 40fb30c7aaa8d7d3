package shapes

import (
	"fmt"
	"slices"
	"strings"
)

// runOn holds pages whose own text runs on into other people's in the same elements, and a chapter that only looks
// like them.
var runOn = []shape{
	{"report with letters in its paragraphs", "https://courier.example/2004/11/03/quay.html", letters},
	{"story with voices in hashed names", "https://pulse.example/s/quay-closed-8f21c0", voices},
	{"announcement above words of customers", "https://plainworks.example/blog/introducing-four", customers},
	{"chapter with notes at its foot", "https://etexts.example/files/2217/2217-h/chap06.htm", chapter},
}

// letters is a report with readers' letters after it in the same element.
func letters(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "The Courier", "")
	s.put("<body><div><div>")
	s.menu("m")
	s.put("</div><div><h2>%s</h2><p><i>%s</i></p>", title, w.day())
	s.paragraphs(w, t, 5)
	s.put("<hr><p><b>What our readers say</b></p>")
	for range 25 {
		s.put("<p><b>%s, %s</b></p><p>%s</p>", w.user(), w.day(), w.comment(t, 3+w.IntN(4)))
	}
	s.put("</div></div>")
	s.foot()
}

// voices is a story in a web application: readers' comments share the class of its paragraphs, and have counts of
// hearts.
func voices(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Pulse", article)
	s.put(`<body><div id="root"><div class="_3xKp1">`)
	s.menu("_9sLq0")
	s.put(`</div><div class="_Qz81a"><div class="_a91Lk">`)
	s.content(`<h1 class="_tT04v">`, title, "</h1>")
	s.put(`<div class="_m77Ue"><span>%s</span><span>%s</span></div>`, w.person(), w.day())
	for range 5 {
		s.content(`<p class="_k2P0x">`, w.account(t, 3), "</p>")
	}
	s.put(`</div><div class="_a91Lk"><div class="_hB5cc"><span>71</span><svg width="16" height="16"></svg></div>`)
	for range 22 {
		voice(s, w, t, 0)
	}
	s.put("</div></div></div>")
	s.foot()
}

// voice is one reader's comment with the replies nested inside.
func voice(s *sheet, w *writer, t topic, depth int) {
	s.put(`<div class="_Xy12z"><div class="_p0Lm3"><img class="_vR6oN" src="/a/%d.webp" alt=""><div class="_w1Dge">
<span class="_n4Ame">%s</span><span class="_a6Eq9">%dd</span></div></div>
<div class="_c8Bdy"><p class="_k2P0x">%s</p></div>
<div class="_l1Kes"><svg width="12" height="12"></svg><span>%d</span></div>
`, w.IntN(900), w.user(), 1+w.IntN(9), w.comment(t, 2+w.IntN(4)), w.IntN(300))
	if depth < 3 && w.IntN(5) < 2 {
		s.put(`<div class="_nE57s">`)
		voice(s, w, t, depth+1)
		s.put("</div>")
	}
	s.put("</div>\n")
}

// customers is a firm's announcement with testimonials below.
func customers(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.head(title, "Plainworks", article)
	s.put(`<body><nav class="flex"><a href="/">Plainworks</a> <a href="/pricing">Pricing</a>
<a href="/login">Sign in</a></nav><main><section class="py-16"><div class="prose mx-auto">`)

	s.content("<h1>", title, "</h1>")
	s.put(`<p class="text-sm">%s</p>`, w.day())
	s.accounts(w, t, 3)
	s.content("<h2>", w.title(t), "</h2>")
	s.accounts(w, t, 3)

	s.put(`<a class="btn" href="/signup">Start for free</a></div></section>
<section class="py-16 bg-slate-50"><h2 class="text-3xl">Loved by 4,000 teams</h2><div class="columns-3">`)
	for i := range 18 {
		s.put(`<figure class="rounded-xl p-6"><blockquote><p>“%s”</p></blockquote>
<figcaption><img src="/faces/%d.png" alt=""> %s <span>Head of operations</span></figcaption></figure>`,
			w.text(t, praised, 4+w.IntN(3)), i, w.person())
	}

	s.put(`</div></section><section class="py-16"><h2>Ready when you are</h2>
<a class="btn" href="/signup">Start for free</a></section></main>`)
	s.foot()
}

// chapter is a book chapter with long footnotes.
func chapter(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<html><head><title>%s</title></head><body>
<center><a href="chap05.htm">Previous</a> <a href="index.htm">Contents</a> <a href="chap07.htm">Next</a></center><hr>`,
		title)

	s.content("<h2>", "CHAPTER VI.", "</h2>")
	s.content("<h3>", title, "</h3>")
	for i := range 14 {
		end := "</p>"
		if i%2 == 0 {
			end = fmt.Sprintf(`<a name="r%d" href="#f%d"><sup>%d</sup></a></p>`, i/2, i/2, i/2+1)
		}
		s.content("<p>", w.account(t, 3+w.IntN(4)), end)
	}

	s.put(`<hr width="200" align="left">`)
	for i := range 7 {
		s.put(`<p><small><a name="f%d" href="#r%d">%d</a> `, i, i, i+1)
		s.content("", w.account(w.topics[i%3], 4+w.IntN(4)), "</small></p>")
	}

	s.put(`<hr><center><a href="chap05.htm">Previous</a> <a href="index.htm">Contents</a> <a href="chap07.htm">Next</a>
</center></body></html>`)
}

// reported are the forms of told without those that begin with a quotation mark: capital works on bytes and would
// break it, and pages here have letters beyond ASCII without naming their encoding.
var reported = slices.DeleteFunc(slices.Clone(told), func(form string) bool { return strings.HasPrefix(form, "“") })

func (w *writer) account(t topic, sentences int) string { return w.text(t, reported, sentences) }

func (s *sheet) accounts(w *writer, t topic, count int) {
	for range count {
		s.content("<p>", w.account(t, 2+w.IntN(3)), "</p>")
	}
}

// praised are sentence forms for customers.
var praised = []string{
	"Since we switched, %[2]s is %[3]s in %[6]d minutes instead of days.",
	"Our team of %[6]d would not go back to %[5]s.",
	"We compared four vendors, and only this one knew what to do when %[4]s.",
	"Support answered within the hour when %[2]s had to be %[3]s.",
	"Even %[1]s noticed the difference on the first day.",
	"It paid for itself after %[6]d weeks, and then %[5]s came on top.",
	"I was sceptical at first, but %[2]s has never been this easy.",
}

var (
	given    = []string{"Karin", "Edwin", "Marthe", "Joseph", "Ines", "Walter", "Colette", "Ramón", "Greta", "Hugh"}
	families = []string{"Holt", "Marsh", "Vidal", "Kern", "Lambert", "Oakes", "Serrano", "Brandt", "Poole", "Lindner"}
)

func (w *writer) person() string { return w.of(given) + " " + w.of(families) }
