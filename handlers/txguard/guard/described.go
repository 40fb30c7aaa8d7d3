package guard

import (
	"bytes"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// undecoded is a call of a function that the table lacks. The contract's project may describe it. The description is
// shown and changes no judgement: only an execution shows what the call does.
func (c *call) undecoded(selector [4]byte) {
	if c.to == consolidations && len(c.data) == 2*publicKey && !bytes.Equal(c.data[:publicKey], c.data[publicKey:]) {
		c.add(Action{Kind: Call, Standard: "EIP-7251"})
		c.hit(strangerNamed, "the stake of one validator goes to another: make sure whose that is")
		return
	}
	form, said := c.d.forms.Call(c.d.subject.Network.Name, c.to, selector)
	if !said {
		c.add(Action{Kind: Call})
		c.hit(unknownSelector, "the function %s is not in the table of known functions: what it does is seen only by "+
			"executing it", c.selector)
		return
	}

	f, err := newFunction(form.Signature)
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

// consolidations takes requests to merge validators: the source's key, then the target's. Source: EIP-7251.
var consolidations = common.HexToAddress("0x0000BBdDc7CE488642fb579F8B00f3a590007251")

// publicKey is the length of a validator's key.
const publicKey = 48

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
