package names

import (
	"cmp"
	"strings"
)

// Blocks are the keys by which texts that may match are found: texts without a common key are not worth comparing.
// They are hashes; two keys that meet by chance cost a comparison, nothing more. Narrow keys are shared by few texts;
// wide ones (a single word) by many when the word is common, and a reader may leave those out whose block has grown
// too large. A text has at most about a hundred keys, however long it is.
type Blocks struct {
	Narrow, Wide []uint64
}

// Bounds of the words that keys are made of.
const (
	keyedWords = 6
	keyedHeads = 4
)

// blockHash is the FNV-1a hash (64 bits) of the parts with a separator between them.
func blockHash(parts ...string) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		for i := 0; i < len(p); i++ {
			h = (h ^ uint64(p[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211
	}
	return h
}

func (b *Blocks) narrow(parts ...string) { b.Narrow = append(b.Narrow, blockHash(parts...)) }
func (b *Blocks) wide(parts ...string)   { b.Wide = append(b.Wide, blockHash(parts...)) }

// Blocks works out the keys of a prepared text. Texts of different kinds never meet on purpose.
func (e *Engine) Blocks(f *Form) Blocks {
	var b Blocks
	b.narrow("=", f.sorted)
	switch f.Kind {
	case Email:
		b.narrow("m", f.mail.canonical())
		b.wide("l", joiners.Replace(f.mail.box))
	case Phone:
		if d := f.phone.digits; len(d) >= 7 {
			b.narrow("t", d[len(d)-7:])
		}
	case Date:
		b.narrow("d", f.Text)
		b.wide("y", pad(f.date.year, 4))
	case Domain:
		b.narrow("r", f.domain.registrable)
		b.wide("l", f.domain.label)
	case Address:
		addressBlocks(&b, &f.address)
	default:
		e.wordBlocks(&b, f)
	}

	return b
}

func addressBlocks(b *Blocks, a *address) {
	for _, t := range a.streetTokens[:min(len(a.streetTokens), keyedWords)] {
		key := cmp.Or(t.sound, t.text)
		b.narrow("h", a.house, key)
		b.narrow("z", a.postcode, key)
		b.narrow("4", a.house, start(t.text, 4))
	}
	if a.postcode != "" && a.house != "" {
		b.narrow("p", a.postcode, a.house)
	}
	if a.box != "" {
		b.narrow("b", a.box)
	}
}

// wordBlocks are the keys of names: each word by its sound, its first letters, its consonants and
// the names it is a variant of, and the same narrowed by the first letter of another word.
func (e *Engine) wordBlocks(b *Blocks, f *Form) {
	var heads []string
	acronym := ""
	for _, t := range f.tokens {
		acronym += t.text[:1]
		if t.role != light && t.role != generic && len(heads) < keyedHeads {
			heads = append(heads, t.text[:1])
		}
	}

	keyed := 0
	for _, t := range f.tokens {
		if t.role == light || len(t.text) < 2 {
			continue
		}
		if keyed++; keyed > keyedWords {
			break
		}
		if t.sound == "" {
			b.key("x", t.text, heads)
			continue
		}
		if len(t.sound) > 1 {
			b.key("s", t.sound, heads)
		}
		b.key("p", start(t.text, 4), heads)
		if len(t.skeleton) > 1 {
			b.wide("k", t.skeleton)
		}
		for _, v := range e.variants[t.text][:min(3, len(e.variants[t.text]))] {
			b.key("v", pad(v.group+1, 1), heads)
		}
		if t.script == hangul || len(e.korean[t.text]) > 0 {
			for _, g := range e.korean[t.text] {
				b.key("g", pad(g+1, 1), heads)
			}
		}
	}

	b.narrow("j", start(strings.ReplaceAll(f.Text, " ", ""), 7))
	b.narrow("o", start(strings.ReplaceAll(f.sorted, " ", ""), 7))
	if f.Kind == Company && len(acronym) >= 3 {
		b.narrow("a", acronym)
	}

	if f.Kind == Company && len(f.tokens) == 1 && len(f.tokens[0].text) <= 6 {
		b.narrow("a", f.tokens[0].text)
	}
}

// key adds a wide key and the narrow ones that join it to another word's first letter.
func (b *Blocks) key(kind, text string, heads []string) {
	b.wide(kind, text)
	for _, h := range heads {
		b.narrow(kind, text, h)
	}
}

func start(s string, n int) string { return s[:min(n, len(s))] }

// Words is how many words of the text are compared: the cost of a comparison grows with the product
// of both sides' words.
func (f *Form) Words() int {
	return max(1, len(f.tokens), len(f.address.streetTokens)+len(f.address.cityTokens))
}
