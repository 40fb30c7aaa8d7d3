// Package learned judges a text by its words: whether it gives orders to the reading model, or describes a tool as
// harmful, depending on the model's weights.
//
// A model is a logistic regression over hashed words, pairs of words and groups of letters. Each stretch of a text
// is judged separately, so that an order cannot hide in a long description, and the verdict includes the phrases
// that weighed most. scripts/research/toolscan/train trains the weights.
package learned

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Buckets is the number of weights in a model; features share them by hash.
const Buckets = 1 << 18

// magic starts a file of weights; its last byte is the version of the features.
const magic = "TSLM\x02"

// Model is the weights. It is safe for concurrent use.
type Model struct {
	Weights []int8
	Scale   float32 // of a weight
	Bias    float32
	// From is the score from which a stretch is reported; harmless texts hardly ever reach Sure. Training chooses
	// both on held-out texts.
	From float32
	Sure float32
	// Foreign is From for texts in other languages than English. Harmless ones resemble orders less, since nearly
	// all tools are described in English.
	Foreign float32
}

// Read reads a model written by [Model.Bytes].
func Read(file []byte) (*Model, error) {
	if len(file) < len(magic) || string(file[:len(magic)]) != magic {
		return nil, fmt.Errorf("not a file of weights of this version")
	}
	packed, err := gzip.NewReader(bytes.NewReader(file[len(magic):]))
	if err != nil {
		return nil, fmt.Errorf("reading weights: %w", err)
	}
	m := &Model{Weights: make([]int8, Buckets)}
	for _, part := range []any{&m.Scale, &m.Bias, &m.From, &m.Sure, &m.Foreign, m.Weights} {
		if err := binary.Read(packed, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("reading weights: %w", err)
		}
	}
	if _, err := packed.Read(make([]byte, 1)); err != io.EOF {
		return nil, fmt.Errorf("reading weights: there is more than the weights")
	}
	return m, nil
}

// Bytes writes the model: the same weights give the same bytes.
func (m *Model) Bytes() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(magic)
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range []any{m.Scale, m.Bias, m.From, m.Sure, m.Foreign, m.Weights} {
		if err := binary.Write(packed, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("writing weights: %w", err)
		}
	}
	if err := packed.Close(); err != nil {
		return nil, fmt.Errorf("writing weights: %w", err)
	}
	return out.Bytes(), nil
}

// Verdict is a text's highest-scoring stretch.
type Verdict struct {
	Score      float32 // log odds
	Told       bool    // the score is over the threshold for the language
	Start, End int     // span in bytes
	Phrases    []string
}

// Judge finds the stretch of text with the highest score. It ignores the bytes that skip reports; skip is called in
// their order.
func (m *Model) Judge(text string, skip func(at int) bool) Verdict {
	tokens := Tokens(text, skip)
	best := Verdict{Score: float32(math.Inf(-1))}
	if len(tokens) < minTokens {
		return best
	}

	sums := make([]float32, len(tokens)+1)
	for i := range tokens {
		sums[i+1] = sums[i] + m.weigh(tokens, i)
	}
	var from, to int
	stretches(len(tokens), func(a, b int) {
		score := m.Bias + (sums[b]-sums[a])/Norm(b-a)
		if score > best.Score {
			best.Score = score
			from = a
			to = b
		}
	})

	best.Start, best.End = tokens[from].Start, tokens[to-1].End
	best.Told = best.Score >= m.From || best.Score >= m.Foreign && Foreign(text[best.Start:best.End])
	if best.Told {
		best.Phrases = phrases(text, tokens, sums, from, to)
	}
	return best
}

// weigh sums the weights of the features that end with token i.
func (m *Model) weigh(tokens []Token, i int) float32 {
	var keys [maxFeatures]uint32
	sum := int32(0)
	for _, key := range Features(keys[:0], tokens, i) {
		sum += int32(m.Weights[key])
	}
	return float32(sum) * m.Scale
}
