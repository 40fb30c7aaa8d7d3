package guard

import (
	"slices"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/eip712"
)

// placed finds orders that a call places, by the names that the source of its contract gives: nothing has come back
// yet, and what they bring, or a bridge pays elsewhere, is as the call says.
func (j *judge) placed() {
	aside, quiet := j.aside()
	if quiet || !j.s.executed() {
		return
	}
	f := j.calledBy(stranger{contract: j.s.To, data: j.s.data})
	if f == nil {
		return
	}
	reader := abijson.Reader{Values: maxValues}
	values, err := reader.Read(f.params, j.s.data[4:])
	if err != nil {
		return
	}

	var visit func(t *abi.Type, v any)
	visit = func(t *abi.Type, v any) {
		list, _ := v.([]any)
		for _, item := range list {
			visit(t.Elem, item)
		}
		if t.T != abi.TupleTy {
			return
		}
		of, _ := v.(map[string]any)
		var members []eip712.Member
		for i, part := range t.TupleElems {
			members = append(members, eip712.Member{Name: t.TupleRawNames[i], Type: part.String()})
			visit(part, of[t.TupleRawNames[i]])
		}
		unsaid := func(a asset) bool { return a.token != nil && *a.token == zero } // bridges pay in the same then
		x, ok := orderByNames(members, of, j.payer())
		x.path = "call"
		switch {
		case !ok, !aside && slices.ContainsFunc(slices.Concat(x.gives, x.gets), unsaid):
		case aside && len(x.gets) == 0: // it may take an offer back as well
			j.hit(unpricedOrder, x.path, "the call names something and no price for it")
		default:
			j.exchange(x)
		}
	}
	all := abi.Type{T: abi.TupleTy}
	for i := range f.params {
		all.TupleElems = append(all.TupleElems, &f.params[i].Type)
		all.TupleRawNames = append(all.TupleRawNames, f.params[i].Name)
	}
	visit(&all, map[string]any(named(f.params, values)))
}
