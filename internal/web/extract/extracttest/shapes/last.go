package shapes

import (
	"fmt"
	"slices"
	"strings"
)

// last holds shapes for one measurement, after everything else was settled. The first seven have much foreign text
// beside their own; in the other seven the repeated pieces are the content.
var last = []shape{
	{"page above a guest book in fonts", "http://www.freehomes.example/valle/4417/muelle.htm", guestBook},
	{"story with voices in hashed names", "https://pulse.example/s/quay-closed-8f21c0", voices},
	{"phone page, the next reports whole below", "https://coast.example/amp/2021/06/quay-44120.html", nextReports},
	{"mail above the rest of a digest", "http://lists.example/archives/kiln-l/2001-03/msg00412.html", digest},
	{"wiki article with its talk", "https://werkstatt.example/wiki/Nordkai", wikiTalk},
	{"report between columns about the staff", "http://www.lecanton.example/article.php3?id_article=418", staff},
	{"announcement above words of customers", "https://plainworks.example/blog/introducing-four", customers},
	{"chapter with notes at its foot", "https://etexts.example/files/2217/2217-h/chap06.htm", chapter},
}

// guestBook is a page of 1999 that runs on into its guest book, in the same font and without elements around an
// entry.
func guestBook(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<HTML><HEAD><TITLE>%s</TITLE></HEAD>
<BODY BGCOLOR="#FFFFCC" TEXT="#000000" LINK="#800000"><CENTER><IMG SRC="cabecera.gif" WIDTH=468 HEIGHT=60><BR>`, title)
	s.content(`<FONT FACE="Verdana" SIZE=5 COLOR="#800000"><B>`, title, "</B></FONT></CENTER><BR>")
	s.put(`<FONT FACE="Verdana" SIZE=2>`)

	for range 5 {
		s.content("", w.account(t, 3), "<BR><BR>")
	}
	s.put(`<A HREF="index.htm">Inicio</A> | <A HREF="fotos.htm">Fotos</A> | <A HREF="enlaces.htm">Enlaces</A><BR>
<HR WIDTH=400>
<B>Libro de visitas</B> (<A HREF="/cgi-bin/firmar.pl">firma mi libro</A>)<BR><BR>`)

	for range 32 {
		s.put(`<B>Nombre:</B> %s<BR>
<B>Fecha:</B> %s<BR>
<B>Mensaje:</B> %s<BR><BR>
`, w.user(), w.dayIn("%d de %s de %d", spanish, 1999), w.comment(t, 2+w.IntN(4)))
	}

	s.put(`</FONT><HR><CENTER><IMG SRC="/cgi-bin/contador.pl?muelle"><BR>
<FONT SIZE=1>Página creada con mucho cariño. Última actualización: mayo de 2003</FONT></CENTER></BODY></HTML>`)
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

// nextReports is a report for phones; five more follow in the same kind of element.
func nextReports(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>%s | Coast</title>
<link rel="canonical" href="https://coast.example/2021/06/quay-44120.html">%s
<script async src="https://cdn.coast.example/v0.js"></script></head>
<body><header class="amp-bar"><a href="/amp/">Coast</a></header>
<article class="amp-story" data-url="/2021/06/quay-44120.html">`, title, article)
	s.content("<h1>", title, "</h1>")
	s.put(`<p class="amp-byline">By %s | %s</p><amp-img src="/i/44120.jpg" width="640" height="360"></amp-img>`,
		w.person(), w.day())
	s.accounts(w, t, 6)
	s.put(`</article><amp-ad width="300" height="250" type="coast"></amp-ad>`)
	for i := range 5 {
		nextReport(s, w, w.topics[1+i], 44119-i)
	}
	s.put(`<amp-list src="/amp/next?after=44115" layout="responsive"></amp-list>`)
	s.foot()
}

func nextReport(s *sheet, w *writer, o topic, number int) {
	s.put(`<article class="amp-story" data-url="/2021/06/%d.html"><h1>%s</h1><p class="amp-byline">By %s | %s</p>
<amp-img src="/i/%d.jpg" width="640" height="360"></amp-img>`, number, w.title(o), w.person(), w.day(), number)
	for range 5 + w.IntN(3) {
		s.put("<p>%s</p>\n", w.account(o, 2+w.IntN(3)))
	}
	s.put(`</article><amp-ad width="300" height="250" type="coast"></amp-ad>`)
}

// digest is a message from a mailing-list archive, with the other messages of the same digest below.
func digest(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<html><head><title>%s</title></head><body>
<a href="msg00411.html">Date Prev</a> <a href="msg00413.html">Date Next</a> <a href="maillist.html">Date Index</a>
`, title)
	s.content("<h1>", title, "</h1>")
	s.put(`<ul><li><b>To</b>: kiln-l@lists.example</li><li><b>From</b>: %s</li>
<li><b>Date</b>: 12 Mar 2001 06:40:11</li></ul><hr><pre>`, w.person())
	s.content("", w.mail(t, 4), "</pre>")
	s.put(`<hr><b>The rest of kiln-l Digest, Vol 12, Issue 31</b><hr>`)
	for i := range 11 {
		o := w.topics[1+i%9]
		s.put("<pre>Message: %d\nDate: 12 Mar 2001 %02d:%02d:09\nFrom: %s\nSubject: %s\n\n%s\n</pre><hr>\n", i+2, 8+i,
			w.IntN(60), w.person(), w.title(o), w.mail(o, 2+w.IntN(2)))
	}
	s.put(`<address>Mail converted by the archive of kiln-l</address></body></html>`)
}

// wikiTalk is an article of a wiki that keeps discussions on the article's page.
func wikiTalk(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<!DOCTYPE html><html lang="de"><head><title>%s – Werkstatt-Wiki</title></head>
<body class="mediawiki"><div id="globalWrapper"><div id="column-content"><div id="content">`, title)
	s.content(`<h1 id="firstHeading">`, title, "</h1>")
	s.put(`<div id="bodyContent"><h3 id="siteSub">Aus dem Werkstatt-Wiki</h3>`)
	s.accounts(w, t, 1)

	for range 4 {
		s.content(`<h2><span class="mw-headline">`, w.title(t),
			`</span><span class="editsection">[<a href="/e">Bearbeiten</a>]</span></h2>`)
		s.accounts(w, t, 2)
	}

	s.put(`<h2><span class="mw-headline">Diskussion</span></h2>`)
	for range 10 {
		s.put(`<h3><span class="mw-headline">%s</span>
<span class="editsection">[<a href="/e">Bearbeiten</a>]</span></h3>
<p>%s</p><dl><dd>%s<dl><dd>%s</dd></dl></dd><dd>%s</dd></dl>`, w.title(t), w.signed(t), w.signed(t), w.signed(t),
			w.signed(t))
	}

	s.put(`</div></div></div><div id="column-one"><div class="portlet"><h5>Navigation</h5><ul>
<li><a href="/h">Hauptseite</a></li><li><a href="/z">Zufällige Seite</a></li>
<li><a href="/l">Letzte Änderungen</a></li></ul></div></div></div>
<div id="footer">Diese Seite wurde zuletzt am 3. Mai 2011 geändert.</div></body></html>`)
}

// signed is a discussion post with a name and a date after it.
func (w *writer) signed(t topic) string {
	name := w.user()
	return fmt.Sprintf(`%s --<a href="/Benutzer:%s">%s</a> %02d:%02d, %s (CEST)`, w.comment(t, 2+w.IntN(4)),
		strings.ReplaceAll(name, " ", "_"), name, w.IntN(24), w.IntN(60), w.dayIn("%d. %s %d", german, 2006))
}

// staff is a local report in a table, with the paper's staff on its left and letters to the editor on its right.
func staff(s *sheet, w *writer) {
	t := w.topics[0]
	title := w.title(t)
	s.put(`<html><head><title>%s - Le Canton</title></head><body><table width="980" cellpadding="6"><tr>
<td colspan="3"><a href="/"><img src="titre.gif" alt="Le Canton"></a> <a href="/sports">Sports</a>
<a href="/petites-annonces">Petites annonces</a></td></tr><tr valign="top"><td width="230" bgcolor="#eeeeee">`, title)
	employees(s, w, "La rédaction", 10)
	s.put(`</td><td width="520">`)
	s.content(`<font size="5"><b>`, title, "</b></font>")
	s.put(`<br><font size="1">Publié le %s par %s</font>`, w.dayIn("%d %s %d", french, 2002), w.person())
	s.accounts(w, t, 6)
	s.put(`<a href="#">Imprimer</a> <a href="#">Envoyer à un ami</a></td><td width="230" bgcolor="#eeeeee">`)
	employees(s, w, "Nos correspondants", 9)
	s.put(`</td></tr><tr><td colspan="3" align="center"><font size="1">© Le Canton, tous droits réservés.
<a href="/mentions">Mentions légales</a></font></td></tr></table></body></html>`)
}

func employees(s *sheet, w *writer, heading string, count int) {
	s.put("<b>%s</b>", heading)
	for i := range count {
		s.put(`<p><b>%s</b><br>%s</p>`, w.person(), w.text(w.topics[1+i%9], employed, 4))
	}
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

// answered are sentence forms for someone who talks about their own life or town.
var answered = []string{
	"We talked to %[1]s first, and only then was %[2]s %[3]s.",
	"To be honest, I learned late that %[4]s.",
	"I spent %[6]d evenings on %[5]s before I understood %[2]s.",
	"People forget that %[2]s was once %[3]s, and nobody complained.",
	"If you ask me, %[5]s will outlast all of us.",
	"It was never about money; %[4]s, and somebody had to act.",
	"My teacher used to say that %[2]s comes before %[5]s.",
	"There were %[6]d of us at the start, and %[1]s kept the minutes.",
	"I still have the letter in which %[1]s promised to look after %[5]s.",
	"When I was young, %[2]s was the first thing that visitors asked for.",
}

// employed are sentence forms about a newspaper's staff.
var employed = []string{
	"Came to the paper %[6]d years ago after a series about %[2]s.",
	"Writes about %[5]s, and about %[1]s when there is time.",
	"Won a prize of the region for showing how %[2]s was %[3]s.",
	"Lives behind the printing works and answers calls until nine in the evening.",
	"Studied history and wrote a thesis on %[5]s, which runs to %[6]d pages.",
	"Has known %[1]s since school and does not hide it.",
	"Collects old photographs of %[2]s and likes to be sent more.",
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
	german  = []string{"Januar", "März", "April", "Juni", "September", "November"}
	french  = []string{"janvier", "mars", "avril", "juin", "septembre", "novembre"}
	spanish = []string{"enero", "marzo", "abril", "junio", "septiembre", "noviembre"}
)

// dayIn formats a date within four years from day, month and year.
func (w *writer) dayIn(layout string, months []string, since int) string {
	return fmt.Sprintf(layout, 1+w.IntN(28), w.of(months), since+w.IntN(4))
}

var (
	given    = []string{"Karin", "Edwin", "Marthe", "Joseph", "Ines", "Walter", "Colette", "Ramón", "Greta", "Hugh"}
	families = []string{"Holt", "Marsh", "Vidal", "Kern", "Lambert", "Oakes", "Serrano", "Brandt", "Poole", "Lindner"}
)

func (w *writer) person() string { return w.of(given) + " " + w.of(families) }

// mail is a message in paragraphs, with lines of at most 72 letters.
func (w *writer) mail(t topic, paragraphs int) string {
	all := make([]string, paragraphs)
	for i := range all {
		line := 0
		var b strings.Builder
		for _, word := range strings.Fields(w.text(t, answered, 3+w.IntN(3))) {
			if line > 0 && line+1+len(word) > 72 {
				b.WriteString("\n")
				line = 0
			} else if line > 0 {
				b.WriteString(" ")
				line++
			}
			b.WriteString(word)
			line += len(word)
		}
		all[i] = b.String()
	}

	return strings.Join(all, "\n\n")
}
