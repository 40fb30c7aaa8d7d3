package names

// Sort is the part that a word has in the name of a product.
type Sort int

// Sorts of words of products.
const (
	PlainWord   Sort = iota
	ModelCode        // WH-1000XM4
	Size             // 128gb, 12
	VariantWord      // black, pro
	LightWord        // the, with
)

// ProductWord is one word of the name of a product as it is compared.
type ProductWord struct {
	Text string
	Sort Sort
}

// ProductWords are the words of a prepared product, nothing for other kinds.
func (f *Form) ProductWords() []ProductWord {
	if f.Kind != Product {
		return nil
	}

	out := make([]ProductWord, 0, len(f.tokens))
	for _, t := range f.tokens {
		w := ProductWord{Text: t.text}
		switch t.role {
		case code:
			w.Sort = ModelCode
		case measure, number:
			w.Sort = Size
		case trait, colour:
			w.Sort = VariantWord
		case light:
			w.Sort = LightWord
		}
		out = append(out, w)
	}

	return out
}
