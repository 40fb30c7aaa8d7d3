package corpus

import "fmt"

// Apart gives the documents of a held-out set whose host no document of the development sets has. Publishers' own splits do not
// see to that: pages of WCXB's test split are in the development sets word for word.
func Apart(dir string, heldOut []Document) ([]Document, error) {
	hosts := make(map[string]bool)
	for _, read := range []func() ([]Document, error){
		func() ([]Document, error) { return WCXB(dir, "dev") },
		func() ([]Document, error) { return Trafilatura(dir) },
		func() ([]Document, error) { return Fundus(dir) },
		func() ([]Document, error) { return Postlight(dir) },
		func() ([]Document, error) { return Omnivore(dir) },
	} {
		docs, err := read()
		if err != nil {
			return nil, fmt.Errorf("read development set: %w", err)
		}
		for _, d := range docs {
			hosts[d.Host()] = true
		}
	}

	var apart []Document
	for _, d := range heldOut {
		if host := d.Host(); host != "" && !hosts[host] {
			apart = append(apart, d)
		}
	}

	return apart, nil
}
