// Package forest predicts with gradient-boosted decision trees.
package forest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Node is an inner node when Feature >= 0: rows whose value is below Cut go to Left, others to Left+1.
// A leaf has Feature -1 and its value in Cut.
type Node struct {
	Feature int16
	Left    uint16
	Cut     float32
}

// Forest is a sum of trees over a row of features, read as a log-odds.
type Forest struct {
	features int
	bias     float32
	trees    [][]Node
}

// New is the forest of these trees, whose first node is the root. Only Read checks them.
func New(features int, bias float32, trees [][]Node) *Forest { return &Forest{features, bias, trees} }

// Features is the length of the rows that the forest was trained on.
func (f *Forest) Features() int { return f.features }

// Lot is the best batch size for predictions: as many rows as fit into the processor's cache beside a tree.
const Lot = 16

// Predict returns the probability for one row, which must be Features() long.
func (f *Forest) Predict(row []float32) float64 {
	var out [1]float64
	f.PredictAll([][]float32{row}, out[:])
	return out[0]
}

// PredictAll writes the probability of each row into out, the same as [Forest.Predict]. It runs each tree over many
// rows at a time, because all trees together exceed the processor's cache.
func (f *Forest) PredictAll(rows [][]float32, out []float64) {
	for from := 0; from < len(rows); from += Lot {
		to := min(from+Lot, len(rows))
		f.predictLot(rows[from:to], out[from:to])
	}
}

func (f *Forest) predictLot(rows [][]float32, out []float64) {
	var sums [Lot]float32
	for k := range rows {
		sums[k] = f.bias
	}

	for _, tree := range f.trees {
		for k, row := range rows {
			at := 0
			for {
				n := &tree[at]
				if n.Feature < 0 {
					sums[k] += n.Cut
					break
				}
				at = int(n.Left)
				if !(row[n.Feature] < n.Cut) {
					at++
				}
			}
		}
	}

	for k := range rows {
		out[k] = 1 / (1 + math.Exp(-float64(sums[k])))
	}
}

const magic = "FBF1"

// Write stores the forest in its binary form, little-endian throughout.
func (f *Forest) Write(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(magic)
	head := []any{uint16(f.features), uint16(len(f.trees)), f.bias}
	for _, v := range head {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			return fmt.Errorf("write forest: %w", err)
		}
	}

	for _, tree := range f.trees {
		if err := binary.Write(&b, binary.LittleEndian, uint16(len(tree))); err != nil {
			return fmt.Errorf("write tree: %w", err)
		}
		if err := binary.Write(&b, binary.LittleEndian, tree); err != nil {
			return fmt.Errorf("write tree: %w", err)
		}
	}

	_, err := w.Write(b.Bytes())
	return err
}

// Read loads a forest and checks that every branch leads forward inside its tree and to a known feature, so that Predict
// ends for any row.
func Read(r io.Reader) (*Forest, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:]) != magic {
		return nil, fmt.Errorf("read forest: not a forest")
	}

	var features, trees uint16
	f := &Forest{}
	for _, v := range []any{&features, &trees, &f.bias} {
		if err := binary.Read(r, binary.LittleEndian, v); err != nil {
			return nil, fmt.Errorf("read forest: %w", err)
		}
	}

	f.features = int(features)
	for i := range int(trees) {
		var size uint16
		if err := binary.Read(r, binary.LittleEndian, &size); err != nil {
			return nil, fmt.Errorf("read tree %d: %w", i, err)
		}
		tree := make([]Node, size)
		if err := binary.Read(r, binary.LittleEndian, tree); err != nil {
			return nil, fmt.Errorf("read tree %d: %w", i, err)
		}
		if size == 0 {
			return nil, fmt.Errorf("read tree %d: empty", i)
		}
		for at, n := range tree {
			if n.Feature >= 0 && (int(n.Feature) >= f.features || int(n.Left) <= at || int(n.Left)+1 >= len(tree)) {
				return nil, fmt.Errorf("read tree %d: node %d leads nowhere", i, at)
			}
		}
		f.trees = append(f.trees, tree)
	}

	return f, nil
}
