package forest

import (
	"fmt"
	"io"
)

// Pair is two forests that read one after the other: the second also sees what the first made of the other rows.
type Pair struct{ First, Second *Forest }

// Write stores both forests.
func (p Pair) Write(w io.Writer) error {
	if err := p.First.Write(w); err != nil {
		return err
	}
	return p.Second.Write(w)
}

// ReadPair loads what Pair.Write stored.
func ReadPair(r io.Reader) (Pair, error) {
	first, err := Read(r)
	if err != nil {
		return Pair{}, fmt.Errorf("first forest: %w", err)
	}
	second, err := Read(r)
	if err != nil {
		return Pair{}, fmt.Errorf("second forest: %w", err)
	}
	return Pair{first, second}, nil
}
