package sanctions

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/ofac"
)

// spare is a list in another form than the one that is used, for when that one cannot be had. It is kept as it was read:
// the index, which takes more time and memory, is built when it is first needed.
type spare struct {
	parties   int
	addresses int       // different ones
	published time.Time // zero when it does not say
	index     func() *List
}

func newSpare(e *names.Engine, src Source) *spare {
	addresses := map[string]bool{}
	for _, p := range src.Parties {
		for _, w := range p.Wallets {
			addresses[walletKey(w.Address)] = true
		}
	}
	return &spare{
		parties:   len(src.Parties),
		addresses: len(addresses),
		published: src.Published,
		index:     sync.OnceValue(func() *List { return NewList(e, src) }),
	}
}

// tables are the files of an OFAC list as tables: parties, aliases, addresses and comments.
type tables [4]string

var (
	sdnTables          = tables{"SDN.CSV", "ALT.CSV", "ADD.CSV", "SDN_COMMENTS.CSV"}
	consolidatedTables = tables{"CONS_PRIM.CSV", "CONS_ALT.CSV", "CONS_ADD.CSV", "CONS_COMMENTS.CSV"}
)

// newSpareSet declares the dataset of a list's tables.
func newSpareSet(p *upstream.Pool, e *names.Engine, c countries, t terms, files tables) *upstream.Dataset[*spare] {
	spec := upstream.DatasetSpec[*spare]{
		Name:   t.id + "-csv",
		Client: t.client,
		Every:  refreshEvery,
		Parse: func(dir fs.FS) (*spare, error) {
			src, err := openTables(newReader(c), dir, t.id, files)
			if err != nil {
				return nil, err
			}
			if err := whole(src, t.least); err != nil {
				return nil, err
			}
			return newSpare(e, src), nil
		},
		Count:      func(s *spare) int { return s.parties },
		MinRecords: t.least,
		Floors: []upstream.Floor[*spare]{
			{What: cryptoAddresses, Least: t.leastWallets, Count: func(s *spare) int { return s.addresses }},
		},
	}

	for _, name := range files {
		spec.Files = append(spec.Files, upstream.File{Name: name, Request: ofac.Table(name)})
	}
	return upstream.NewDataset(p, spec)
}

func openTables(r *reader, dir fs.FS, id string, files tables) (src Source, err error) {
	var open [len(files)]io.Reader
	for i, name := range files {
		f, failed := dir.Open(name)
		if failed != nil {
			return src, fmt.Errorf("opening the download: %w", failed)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		open[i] = f
	}
	return r.readOFACTables(id, ofac.Tables{Parties: open[0], Aliases: open[1], Addresses: open[2], Comments: open[3]})
}
