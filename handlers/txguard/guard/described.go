package guard

import (
	"strings"

	"github.com/farebox/farebox/internal/chain/abijson"
	"github.com/farebox/farebox/internal/chain/clearsign"
)

// undecoded is a call of a function that is not in the table. What the project of the contract says of it is shown, and
// changes no judgement: whether it does that, an execution shows.
func (c *call) undecoded(selector [4]byte) {
	form, said := c.d.forms.Call(c.d.subject.Network.Name, c.to, selector)
	if !said {
		c.add(Action{Kind: Call})
		c.hit(unknownSelector, "the function %s is not in the table of known functions: what it does is seen only by "+
			"executing it", c.selector)
		return
	}

	f, err := newFunction(declaration{signature: form.Signature})
	if err == nil {
		c.signature = f.signature
		if c.depth == 0 {
			c.d.subject.Function = f.signature
		}
		if values, err := c.d.reader.Read(f.params, c.data[4:]); err == nil {
			c.shown(f, values)
		}
	}
	c.add(Action{Kind: Call, Standard: form.Owner})
	c.hit(statedIntent, "%s says that the function %s is for: %s", form.Owner, c.selector, form.Intent)
	c.hit(unknownSelector, "whether %s does what its project says is seen only by executing it", c.selector)
}

// shown puts the arguments of the outermost call into the answer.
func (c *call) shown(f *function, values []any) {
	if c.depth > 0 {
		return
	}
	for i, p := range f.params {
		c.d.subject.Decoded = append(c.d.subject.Decoded, Argument{
			Name:  p.Name,
			Type:  p.Type.String(),
			Value: abijson.Text(values[i]),
		})
	}
}

// stated is what the project of the verifying contract says of a message's type.
func (m *message) stated() (*clearsign.Form, bool) {
	if m.Domain.VerifyingContract == nil {
		return nil, false
	}
	return m.d.forms.Message(m.s.Network.Name, *m.Domain.VerifyingContract, m.TypeHash)
}

// described judges a message of which a project says what its values are: who may act afterwards and who gets something
// by it. Other addresses in it are the project's business.
func (m *message) described(form *clearsign.Form) {
	m.hit(statedIntent, "%s says that the message is for: %s", form.Owner, form.Intent)
	for _, field := range form.Fields {
		if field.Role != clearsign.Spender && field.Role != clearsign.Recipient {
			continue
		}
		for _, v := range m.f.at(strings.Split(field.Path, ".")) {
			who := fields{"": v}.addr("")
			if who == nil || *who == zero || is(m.Signer, *who) {
				continue
			}
			if field.Role == clearsign.Spender {
				m.hit(unknownPermission, "%s may act for the signer afterwards (%s)", who.Hex(), field.Label)
				continue
			}
			m.s.payees = append(m.s.payees, party{who: *who})
		}
	}
}
