package names

import (
	"errors"
	"math"
	"slices"
	"sort"
	"strings"
)

// ErrEmpty says that nothing of a text can be compared: it has no letter or digit with a reading.
var ErrEmpty = errors.New("nothing to compare: the text holds no letters or digits")

// ErrUnreadable says that a text is not of its kind: an email address without @, a telephone number without digits,
// letters for a date.
var ErrUnreadable = errors.New("not readable as this kind")

// Form is a text prepared for comparison. It is read-only.
type Form struct {
	Kind Kind
	Raw  string // as given
	Text string // normalised: what is compared, in order

	sorted  string
	tokens  []token
	han     string
	person  person
	company company
	address address
	mail    mailbox
	phone   phoneNumber
	domain  domainName
	date    date
	// others are further ways to read a person's name, and bySound says that this form is one of them.
	others  []*Form
	bySound bool
}

// Prepare reads s as a text of kind k. region is the ISO 3166-1 alpha-2 code of the country that a
// telephone number without a country code is taken to be of; empty is US. Errors are ErrEmpty and
// ErrUnreadable.
func (e *Engine) Prepare(k Kind, s, region string) (*Form, error) {
	f, err := e.Read(k, s, region)
	if err != nil {
		return nil, err
	}

	switch k {
	case Person:
		f.others = e.readings(s)
	case Company:
		f.others = e.orgReadings(k, s, f.company)
	}
	return f, nil
}

// Read is Prepare without the further readings of a name: for the names of a shelf.
func (e *Engine) Read(k Kind, s, region string) (*Form, error) {
	f := &Form{Kind: k, Raw: s}
	var err error
	switch k {
	case Person:
		f.person = e.readPerson(s)
		f.tokens = e.personTokens(f.person)
		f.han = hanOf(s)
	case Company, Vessel:
		f.company = e.readCompany(s, k)
		f.tokens = f.company.tokens
		f.han = hanOf(s)
	case Address:
		f.address = e.readAddress(s)
		f.Text = f.address.text()
	case Email:
		f.mail, err = readEmail(s)
		f.Text = f.mail.text()
	case Phone:
		f.phone, err = readPhone(s, region)
		f.Text = f.phone.text()
	case Product:
		f.tokens = e.productTokens(s)
		f.han = hanOf(s)
	case Domain:
		f.domain, err = readDomain(s)
		f.Text = f.domain.host
	case Date:
		f.date, err = readDate(s)
		f.Text = f.date.text()
	default:
		return nil, ErrUnreadable
	}

	if err != nil {
		return nil, err
	}

	if f.tokens != nil {
		texts := make([]string, len(f.tokens))
		for i, t := range f.tokens {
			texts[i] = t.text
		}
		f.Text = strings.Join(texts, " ")
		if k == Person && f.person.suffix != "" {
			f.Text += " " + strings.ToLower(f.person.suffix)
		}
	}

	if f.Text == "" {
		return nil, ErrEmpty
	}
	f.sorted = sortedWords(f.Text)
	return f, nil
}

func sortedWords(s string) string {
	ws := strings.Fields(s)
	sort.Strings(ws)
	return strings.Join(ws, " ")
}

// Compare scores two texts of one kind, with reasons. Compare(a, b) and Compare(b, a) give the same
// score.
func (e *Engine) Compare(a, b *Form) Result {
	best := e.compareOnce(a, b)
	for _, other := range a.others {
		if r := e.compareOnce(other, b); r.Score > best.Score {
			best = r
		}
	}
	for _, other := range b.others {
		if r := e.compareOnce(a, other); r.Score > best.Score {
			best = r
		}
	}
	return best
}

// compareOnce compares two texts in one reading each.
func (e *Engine) compareOnce(a, b *Form) Result {
	t := newTally(100, false)
	r := Result{}
	e.compare(t, a, b, &r)
	r.Score = t.score()
	r.Uncapped = steady(t.points)
	r.Match = math.Floor(r.Score+0.5) >= Threshold
	r.Reasons = t.reasons
	r.Components.JaroWinkler = JaroWinkler(a.Text, b.Text)
	r.Components.OrderFree = JaroWinkler(a.sorted, b.sorted)
	return r
}

// Score is Compare without the reasons, for comparing many pairs.
func (e *Engine) Score(a, b *Form) float64 {
	best := e.weigh(a, b).Score
	for _, other := range a.others {
		best = max(best, e.weigh(other, b).Score)
	}
	for _, other := range b.others {
		best = max(best, e.weigh(a, other).Score)
	}
	return best
}

// Readings are further ways to read a name: Chinese characters in Korean, what a foreigner's name in Chinese or
// Japanese sounds like, an organisation's name with its words translated. Most names have none.
func (f *Form) Readings() []*Form { return f.others }

// BySound says whether a form was read by its sound alone.
func (f *Form) BySound() bool { return f.bySound }

// Sounds is the number of words of a form that has no others than words read by their sound, else 0.
func (f *Form) Sounds() int {
	for i := range f.tokens {
		if f.tokens[i].spoken == nil {
			return 0
		}
	}
	return len(f.tokens)
}

// Translated says whether words of a form are translations or written by their sound.
func (f *Form) Translated() bool {
	return slices.ContainsFunc(f.tokens, func(t token) bool { return t.concept || t.spoken != nil })
}

// weigh is Compare as far as shelves need it: the score and how much the words that agree say.
func (e *Engine) weigh(a, b *Form) Result {
	t := newTally(100, true)
	var r Result
	e.compare(t, a, b, &r)
	r.Score = t.score()
	return r
}

func (e *Engine) compare(t *tally, a, b *Form, r *Result) {
	switch a.Kind {
	case Person:
		e.comparePersons(t, a, b, r)
	case Company, Vessel:
		e.compareCompanies(t, a, b, r)
	case Address:
		if a.Text == b.Text {
			t.note(Exact, 100, "", "")
			break
		}
		e.compareAddresses(t, &a.address, &b.address, r)
	case Email:
		compareEmails(t, a.mail, b.mail)
	case Phone:
		comparePhones(t, a.phone, b.phone)
	case Product:
		e.compareProducts(t, a, b, r)
	case Domain:
		compareDomains(t, a.domain, b.domain)
	case Date:
		compareDates(t, a.date, b.date)
	}

	if len(a.tokens) == 0 && r.Components.TokenAlignment == 0 {
		r.Components.TokenAlignment = t.score() / 100
	}
	if a.bySound || b.bySound {
		t.limit(SoundOnly, capSound, a.Text, b.Text)
	}
	if a.han != "" && b.han != "" && a.han != b.han {
		// Sounds of Chinese characters are shared by many: the same reading proves nothing.
		t.limit(WritingConflict, 80, a.han, b.han)
	}
}
