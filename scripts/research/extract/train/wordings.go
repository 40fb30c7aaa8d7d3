package main

import (
	"fmt"
	"strings"
)

// Wordings of the lines above and below grafted texts, as pages have them in several languages. Those that are there
// several times are drawn more often.
var (
	talkLines = []string{"", "", "", "says:", "wrote:", "said", "commented", "schrieb:", "sagt:", "a écrit :", "dijo:",
		"replied", "·", "—", "on", "am", "le", "from Leeds", "(member)", "Posts: 212", "12 points", "Level 3"}
	talkEnds = []string{"", "", "", "", "Reply", "Like", "Reply · Report", "Antworten", "Répondre", "Responder",
		"Quote", "Permalink", "3 likes", "Helpful? Yes / No", "Flag", "▲ 5 ▼"}
	teaserEnds = []string{"", "", "", "Read more", "Continue reading →", "Weiterlesen", "Lire la suite", "Leer más",
		"More »", "Full story", "3 min read", "0 comments"}
	talkHeads = []string{"", "", "", "Comments", "%d comments", "%d responses", "What readers say", "Letters",
		"Leserbriefe", "Kommentare (%d)", "Réactions", "Comentarios", "Discussion", "Your views",
		"Join the conversation", "Guest book", "Voices", "Questions from readers", "User notes"}
	teaserHeads = []string{"", "", "", "More stories", "Latest", "Also in this section", "Related", "You may also like",
		"Mehr zum Thema", "À lire aussi", "Lo más leído", "Elsewhere", "Recent posts", "Opinion", "In brief",
		"From our partners"}
	otherHeads = []string{"", "", "", "Earlier", "Archive", "Earlier releases", "Previous posts",
		"More from the author", "Next article", "Frühere Beiträge", "Older entries", "Also in this issue"}
	givenNames = strings.Fields("anna ben carla dmitri elif farid greta hugo ines jonas kofi lena marek nadia omar " +
		"petra quentin rosa sven tara uwe vera walt xenia yusuf zoe mike_77 tigerlily oldtimer dr_no skater99 bluebird")
	familyNames = strings.Fields("Adler Brown Costa Dubois Evans Fischer Gomez Hart Ivanov Jensen Khan Lopez Meyer " +
		"Novak Olsen Patel Quinn Rossi Silva Turner Ueda Vogel Weber Young Zhang")
	months = strings.Fields("January February March April May June July August September October November December")
)

func (d drawer) name() string {
	name := d.of(givenNames)
	if d.chance(0.5) {
		name = strings.ToUpper(name[:1]) + name[1:] + " " + d.of(familyNames)
	}
	return name
}

func (d drawer) day() string {
	day := d.between(1, 28)
	month := d.between(1, 12)
	year := d.between(1999, 2025)
	switch d.IntN(6) {
	case 0:
		return fmt.Sprintf("%d-%02d-%02d", year, month, day)
	case 1:
		return fmt.Sprintf("%s %d, %d", months[month-1], day, year)
	case 2:
		return fmt.Sprintf("%02d.%02d.%d, %02d:%02d", day, month, year, d.IntN(24), d.IntN(60))
	case 3:
		return fmt.Sprintf("%d hours ago", d.between(2, 23))
	case 4:
		return fmt.Sprintf("%s %d, %d at %d:%02d pm", months[month-1][:3], day, year, d.between(1, 12), d.IntN(60))
	}
	return fmt.Sprintf("%d %s %d", day, months[month-1], year)
}
