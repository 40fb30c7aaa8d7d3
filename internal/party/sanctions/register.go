package sanctions

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// register are names of sanctioned parties in other scripts, by Wikidata. By itself it lists nobody: a name of it is
// one of a listed party only where its item is proved to be that party (claims).
type register struct{ items []wikidata.Named }

const (
	registerEvery = 7 * 24 * time.Hour // names change seldom, and the download takes the service long
	leastNamed    = 2_000              // items; OpenSanctions knew those of 109,000 persons and firms in 2022
)

// newRegister declares the dataset.
func newRegister(p *upstream.Pool) *upstream.Dataset[*register] {
	return upstream.NewDataset(p, upstream.DatasetSpec[*register]{
		Name:   wikidata.Register.Name,
		Client: p.Client(wikidata.Register),
		Every:  registerEvery,
		Files:  []upstream.File{wikidata.RegisterFile},
		Parse: func(dir fs.FS) (*register, error) {
			return upstream.ReadFile(dir, wikidata.RegisterFile.Name, readRegister)
		},
		Count:      func(r *register) int { return len(r.items) },
		MinRecords: leastNamed,
	})
}

// readRegister leaves out what can prove nothing, and whoever has no name in another script.
func readRegister(f io.Reader) (*register, error) {
	r := &register{}
	err := wikidata.ReadRegister(f, func(n wikidata.Named) {
		if len(n.Births)+len(n.Countries) > 0 && slices.ContainsFunc(n.Names(), inLatin) && !inLatin(n.Text) {
			r.items = append(r.items, n)
		}
	})
	return r, err
}

func inLatin(s string) bool { return names.Writing(s) == latin }

// claims finds the parties of a list that an item of the register is.
type claims struct {
	list *List
	e    *names.Engine
	rule *samename.Rule
	days map[string][]uint32 // people by a whole date of birth
	keys map[string][]uint32 // organisations by name without legal form
}

func (l *List) claims(e *names.Engine) *claims {
	c := &claims{
		list: l,
		e:    e,
		rule: samename.New(e),
		days: map[string][]uint32{},
		keys: map[string][]uint32{},
	}

	for i := range l.parties {
		p := &l.parties[i]
		if p.Type == Individual {
			for _, birth := range p.Births {
				c.days[birth] = append(c.days[birth], uint32(i))
			}
		}
		for _, n := range p.Names {
			if p.Type == Entity && !n.Weak && inLatin(n.Text) {
				if key := c.rule.Read(n.Text).Key; len(key) >= leastKey {
					c.keys[key] = append(c.keys[key], uint32(i))
				}
			}
		}
	}
	return c
}

// leastKey is the length of an organisation's name that proves one: what is shorter may be initials, which many have.
const leastKey = 7

// of are the parties that have one of the item's Latin names and another fact of it, the date of birth or the country.
func (c *claims) of(item *wikidata.Named) (parties []uint32) {
	for _, name := range item.Names() {
		switch {
		case !inLatin(name):
		case item.Human:
			parties = append(parties, c.people(item.Births, name)...)
		default:
			for _, at := range c.keys[c.rule.Read(name).Key] {
				if slices.Contains(item.Countries, c.list.parties[at].Country) {
					parties = append(parties, at)
				}
			}
		}
	}
	slices.Sort(parties)
	return slices.Compact(parties)
}

// people are those born on the same day whose name is alike, and those whose name has the same words, which few have,
// and who were born in the same year.
func (c *claims) people(births []string, name string) (found []uint32) {
	asked, err := c.e.Read(names.Person, name, "")
	if err != nil {
		return nil
	}

	for _, birth := range births {
		for _, at := range c.days[birth] {
			if len(birth) == len(time.DateOnly) && c.alike(asked, &c.list.parties[at]) {
				found = append(found, at)
			}
		}
		if asked.Bits() < leastEqualWeak {
			continue
		}
		c.list.equal(sameText(name), func(ref nameRef) {
			p := &c.list.parties[ref.party]
			if p.Type == Individual && !p.Names[ref.name].Weak && born(birth, p) {
				found = append(found, ref.party)
			}
		})
	}
	return found
}

// born says whether a date of birth is a listed one, as far as both are known: no range, and none that is only about
// it.
func born(birth string, p *Party) bool {
	return slices.ContainsFunc(p.Births, func(listed string) bool {
		return len(listed) <= len(time.DateOnly) &&
			(strings.HasPrefix(birth, listed) || strings.HasPrefix(listed, birth))
	})
}

// scoreAlike is of names that are alike: what screening takes for a match, too.
const scoreAlike = 85

func (c *claims) alike(asked *names.Form, p *Party) bool {
	return slices.ContainsFunc(p.Names, func(n Name) bool {
		listed, err := c.e.Read(names.Person, n.Text, "")
		return err == nil && !n.Weak && inLatin(n.Text) && c.e.Score(asked, listed) >= scoreAlike
	})
}

// registered are the register's names for the parties of a list, by their writing (names.Writing): a name is only
// compared with those of its own.
type registered struct {
	parties  int
	writings map[string]*inWriting
}

// inWriting are the names in one writing.
type inWriting struct {
	list  *List    // of these names alone
	party []uint32 // in the list itself, by place
	items []string // QIDs, by place
}

// registered joins the two. A party that two items claim, and an item that claims two parties, have no names of it.
func (l *List) registered(e *names.Engine, r *register) *registered {
	c := l.claims(e)
	claimed := map[uint32][]*wikidata.Named{}
	for i := range r.items {
		if parties := c.of(&r.items[i]); len(parties) == 1 {
			claimed[parties[0]] = append(claimed[parties[0]], &r.items[i])
		}
	}

	of := map[uint32]*wikidata.Named{}
	for at, items := range claimed {
		if len(items) == 1 {
			of[at] = items[0]
		}
	}
	return l.named(e, of)
}

// named are the names of items for the parties at these places.
func (l *List) named(e *names.Engine, of map[uint32]*wikidata.Named) *registered {
	out := &registered{
		parties:  len(of),
		writings: map[string]*inWriting{},
	}
	sources := map[string]*Source{}
	for _, at := range slices.Sorted(maps.Keys(of)) {
		for writing, list := range byWriting(of[at]) {
			w := out.writings[writing]
			if w == nil {
				w = &inWriting{}
				out.writings[writing] = w
				sources[writing] = &Source{ID: l.ID}
			}
			p := l.parties[at]
			sources[writing].Parties = append(sources[writing].Parties, Party{
				Ref:     p.Ref,
				Type:    p.Type,
				Names:   list,
				Country: p.Country,
				Births:  p.Births,
			})
			w.party = append(w.party, at)
			w.items = append(w.items, of[at].QID)
		}
	}

	for writing, w := range out.writings {
		w.list = NewList(e, *sources[writing])
	}
	return out
}

// byWriting are the names of an item in other scripts than Latin: aliases of low quality, for they are not the list's
// own.
func byWriting(item *wikidata.Named) map[string][]Name {
	out := map[string][]Name{}
	for _, name := range item.Names() {
		if writing := names.Writing(name); writing != latin {
			out[writing] = append(out[writing], Name{Text: name, Weak: true})
		}
	}
	return out
}

// search offers the parties of l that have such a name. Its further readings are Latin, which no name here is.
func (r *registered) search(l *List, q *Query, least int, found best) {
	w := r.writings[q.script]
	if w == nil {
		return
	}
	inner := best{}
	w.list.search(q, least, inner)
	for at, m := range inner {
		m.Item = w.items[at]
		found.offer(l, nameRef{party: w.party[at]}, m)
	}
}

// joins keeps a list with the register's names until one of the two is replaced.
type joins struct {
	last    atomic.Pointer[joined]
	running atomic.Bool
	turn    *sync.Mutex // one for all lists: 100,000 items keep a processor busy for some 15 seconds
}

type joined struct {
	from *List
	by   *register
	list *List // from, with the names
}

// of is the list with the names, false while they are being joined: nobody waits for that.
func (j *joins) of(e *names.Engine, l *List, r *register) (*List, bool) {
	if last := j.last.Load(); last != nil && last.from == l && last.by == r {
		return last.list, true
	}
	if j.running.CompareAndSwap(false, true) {
		go func() {
			defer j.running.Store(false)
			defer func() { _ = recover() }() // the names are not ours: what they break is their own list alone
			j.turn.Lock()
			defer j.turn.Unlock()
			j.join(e, l, r)
		}()
	}
	return l, false
}

func (j *joins) join(e *names.Engine, l *List, r *register) {
	with := *l
	with.names = l.registered(e, r)
	j.last.Store(&joined{
		from: l,
		by:   r,
		list: &with,
	})
}

// Named are the lists of all that have come, with the register's names of their parties, and the state of the register.
// Without it, and for the minute or two in which its names are joined to new lists, these have their own names alone.
func (l *Lists) Named(all []Status) ([]*List, upstream.ListStatus) {
	r, _, err := l.register.Get()
	state := l.register.Status("Names of listed parties in other scripts")
	state.Records = 0

	var lists []*List
	for i, s := range all {
		list := s.List
		if list == nil {
			continue
		}
		if err == nil {
			joined := false
			if list, joined = l.sets[i].names.of(l.engine, list, r); joined {
				state.Records += list.names.parties
			} else {
				state.State = string(upstream.Warming)
			}
		}
		lists = append(lists, list)
	}
	return lists, state
}

// RefreshNames asks for the register once, now, and joins it to the lists that have come.
func (l *Lists) RefreshNames(ctx context.Context) error {
	if err := l.register.Refresh(ctx); err != nil {
		return fmt.Errorf("register of names: %w", err)
	}
	r, _, err := l.register.Get()
	for i := range l.sets {
		if list, _, _, _ := l.sets[i].inUse(); list != nil && err == nil {
			l.sets[i].names.join(l.engine, list, r)
		}
	}
	return err
}
