package shapes

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// topic is what sentences are about. Text beside an article has another topic.
type topic struct {
	name                          string
	people, things, acts, reasons []string
}

var topics = []topic{
	{
		name: "harbour",
		people: []string{"the harbour master", "Captain Orla Venn", "a dredging firm from Estland",
			"the pilots' union"},
		things: []string{"the northern quay", "the breakwater", "the old fish hall", "the ferry berth",
			"the tidal gate"},
		acts: []string{"closed for inspection", "rebuilt in oak", "deepened by two metres", "handed to the county"},
		reasons: []string{"the piles are rotten below the waterline", "larger ferries cannot turn there",
			"insurance lapsed in spring"},
	},
	{
		name: "bees",
		people: []string{"beekeeper Tomas Wick", "the orchard cooperative", "entomologist Ruth Alder",
			"a seed merchant"},
		things: []string{"the clover meadows", "forty wintered hives", "the varroa treatment", "early plum blossom",
			"raw heather honey"},
		acts: []string{"moved uphill before dawn", "counted twice a week", "treated with oxalic acid",
			"sold at the gate"},
		reasons: []string{"the queens stopped laying in August", "pesticide drifted across the lane",
			"cold nights keep foragers inside"},
	},
	{
		name: "trams",
		people: []string{"transport planner Mira Sand", "drivers of line nine", "the depot foreman",
			"a wheelchair users' group"},
		things: []string{"the low-floor carriages", "the Bridge Street curve", "overhead wiring",
			"the night timetable", "paper tickets"},
		acts: []string{"taken out of service", "extended to the hospital", "tested without passengers",
			"replaced piece by piece"},
		reasons: []string{"the rails squeal in dry weather", "spare axles arrive only by ship",
			"fares covered a third of the cost"},
	},
	{
		name: "telescope",
		people: []string{"astronomer Idris Cole", "the observatory trust", "a visiting optician",
			"two doctoral students"},
		things: []string{"the primary mirror", "the dome's shutters", "a spectrograph for faint galaxies",
			"the guide camera", "dark-sky rules"},
		acts: []string{"recoated with aluminium", "cooled before sunset", "calibrated against Vega",
			"opened to visitors"},
		reasons: []string{"dew settled on the corrector plate", "floodlights of the quarry spill over",
			"the bearing had worn oval"},
	},
	{
		name: "library",
		people: []string{"librarian Hanne Frost", "the reading room's volunteers", "a retired bookbinder",
			"the town archivist"},
		things: []string{"the map collection", "parish registers", "the children's floor", "late fees",
			"microfilm readers"},
		acts: []string{"catalogued by hand", "scanned page by page", "abolished without a vote",
			"stored in the cellar"},
		reasons: []string{"mould was found behind the shelves", "the roof leaks above the stacks",
			"borrowing doubled within a year"},
	},
	{
		name: "bread",
		people: []string{"baker Lucia Brandt", "the millers' guild", "a nutritionist at the clinic",
			"apprentices of the school"},
		things: []string{"rye sourdough", "the stone oven", "spelt flour", "overnight proving", "a crust of caraway"},
		acts: []string{"kneaded in the afternoon", "baked on wood fire", "weighed to the gram",
			"folded every half hour"},
		reasons: []string{"the starter turned sour too quickly", "gluten needs rest to stretch",
			"steam keeps the crumb open"},
	},
	{
		name: "glacier",
		people: []string{"glaciologist Per Holm", "mountain guides of the valley", "a hydropower engineer",
			"the hut's warden"},
		things: []string{"the lower icefall", "meltwater channels", "the measuring stakes", "a moraine lake",
			"fresh crevasses"},
		acts: []string{"surveyed by drone", "marked with red flags", "crossed on ladders",
			"drained through a tunnel"},
		reasons: []string{"the tongue lost thirty metres", "warm rain fell in February",
			"the ice no longer freezes to the rock"},
	},
	{
		name: "violin",
		people: []string{"luthier Agnes Marlow", "the chamber orchestra", "a timber dealer from Tyrol",
			"the conservatory"},
		things: []string{"spruce for the belly", "a cracked scroll", "gut strings", "the varnish recipe",
			"an unsigned viola"},
		acts: []string{"carved with a curved gouge", "dried for eleven winters", "auctioned in Leipzig",
			"retuned before the concert"},
		reasons: []string{"humidity opened the glued seam", "the bass bar sat too low",
			"customs officers held the ivory"},
	},
	{
		name: "roofs",
		people: []string{"electrician Samir Dahl", "the housing association", "a roofers' cooperative",
			"the grid operator"},
		things: []string{"south-facing panels", "the inverter cabinet", "slate tiles", "a basement battery",
			"the feed-in tariff"},
		acts: []string{"wired in two strings", "certified after a month", "paid back within nine years",
			"bolted onto new rafters"},
		reasons: []string{"snow loads exceed the old norm", "shading from the chimney halves the yield",
			"permits expire in June"},
	},
	{
		name: "chess",
		people: []string{"grandmaster Yelena Roth", "the club's treasurer", "a blindfold champion",
			"juniors from the suburbs"},
		things: []string{"the exchange variation", "a rook endgame", "digital clocks", "the spring league",
			"opening theory"},
		acts: []string{"adjourned after midnight", "analysed with an engine", "drawn by repetition",
			"annotated for the bulletin"},
		reasons: []string{"the isolated pawn fell at once", "time trouble ruined the attack",
			"the arbiter stopped the round"},
	},
}

type writer struct {
	*rand.Rand
	topics []topic
}

func newWriter(seed uint64) *writer {
	rng := rand.New(rand.NewPCG(seed, 77))
	w := &writer{Rand: rng, topics: append([]topic(nil), topics...)}
	rng.Shuffle(len(w.topics), func(a, b int) { w.topics[a], w.topics[b] = w.topics[b], w.topics[a] })
	return w
}

func (w *writer) of(list []string) string { return list[w.IntN(len(list))] }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// told are sentence forms for a report: person, thing, act, reason, other thing, number.
var told = []string{
	"%[1]s said that %[2]s would have to be %[3]s, because %[4]s.",
	"In the minutes of the meeting, %[2]s is described as %[3]s, although %[4]s.",
	"According to %[1]s, the cost of %[2]s rose by %[6]d per cent within three years.",
	"Nobody expected %[2]s to be %[3]s so soon; %[1]s had asked for more time.",
	"When %[4]s, attention turned from %[2]s to %[5]s.",
	"For %[6]d days %[1]s had documented how %[2]s was %[3]s.",
	"“We have seen this before,” %[1]s told reporters, pointing to %[2]s and %[5]s.",
	"A survey of %[6]d households found little support for having %[2]s %[3]s.",
	"That is why %[2]s matters more than %[5]s, in the view of %[1]s.",
	"The report, which runs to %[6]d pages, mentions %[5]s only in passing.",
	"Since last autumn, %[2]s has been %[3]s, and %[4]s.",
	"It took %[6]d weeks until %[1]s answered questions about %[2]s.",
	"Critics point out that %[4]s, and that %[5]s was never considered.",
	"By the end of the year %[2]s should be %[3]s, if %[1]s agrees.",
}

// said are sentence forms for comments.
var said = []string{
	"I really doubt that %[1]s ever looked at %[2]s.",
	"lol, so %[4]s and nobody noticed?",
	"My brother worked there for %[6]d years and he says %[2]s was never %[3]s.",
	"You are missing the point, it is about %[5]s.",
	"Sorry but this is nonsense, %[4]s and that's it!",
	"+1, same thing happened to me when %[2]s was %[3]s.",
	"Why would anyone want %[2]s %[3]s in the first place?",
	"As I said before, follow the money and you end up with %[1]s.",
	"Thanks for sharing, I didn't know that %[4]s.",
	"Well, at least %[5]s still works where I live.",
	"Has anybody tried to have %[2]s %[3]s without asking %[1]s?",
	"I would rather pay %[6]d bucks than wait for %[2]s again.",
	"IMHO the whole thing with %[5]s is overrated.",
}

// taught are sentence forms for instructions.
var taught = []string{
	"Before you begin, check that %[2]s is %[3]s.",
	"Leave %[2]s for %[6]d minutes, otherwise %[4]s.",
	"If you notice that %[4]s, start again with %[5]s.",
	"It helps to ask %[1]s how %[2]s should be %[3]s.",
	"Never combine %[2]s with %[5]s in the same step.",
	"The default of %[6]d is enough for %[2]s in most cases.",
	"Once %[2]s is %[3]s, continue with %[5]s.",
	"You can skip this part when %[5]s is %[3]s already.",
}

func (w *writer) sentence(t topic, forms []string) string {
	thing := w.of(t.things)
	other := w.of(t.things)
	for other == thing {
		other = w.of(t.things)
	}
	s := fmt.Sprintf(w.of(forms)+"%[7]s", w.of(t.people), thing, w.of(t.acts), w.of(t.reasons), other, 3+w.IntN(90), "")
	return capital(s)
}

func (w *writer) text(t topic, forms []string, sentences int) string {
	all := make([]string, sentences)
	for i := range all {
		all[i] = w.sentence(t, forms)
	}
	return strings.Join(all, " ")
}

func (w *writer) report(t topic, sentences int) string  { return w.text(t, told, sentences) }
func (w *writer) comment(t topic, sentences int) string { return w.text(t, said, sentences) }
func (w *writer) manual(t topic, sentences int) string  { return w.text(t, taught, sentences) }

func (w *writer) title(t topic) string {
	forms := []string{"Why %[1]s was %[2]s", "%[3]s wants %[1]s %[2]s", "What happened to %[1]s", "%[1]s or %[4]s?"}
	return capital(fmt.Sprintf(w.of(forms)+"%[5]s", w.of(t.things), w.of(t.acts), w.of(t.people), w.of(t.things), ""))
}

var accounts = []string{"annlee", "gravel77", "mudlark", "Kestrel", "old_tom", "pixie", "harbinger", "zoe_k",
	"RustyNail", "quux",
	"dora the second", "night-owl", "teapot", "bluefin", "MrHedge", "ilse"}

func (w *writer) user() string { return w.of(accounts) }

func (w *writer) day() string {
	months := []string{"January", "March", "April", "June", "September", "November"}
	return fmt.Sprintf("%s %d, %d", w.of(months), 1+w.IntN(28), 2006+w.IntN(18))
}
