package chain_test

import (
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedAnswersThroughTheReplayProxy runs recorded lookups under the endpoints' real URLs. It needs
// FAREBOX_REPLAY, the address of a proxy that answers from recordings, and the proxy's CA in SSL_CERT_FILE;
// otherwise it is skipped.
func TestRecordedAnswersThroughTheReplayProxy(t *testing.T) {
	proxy := os.Getenv("FAREBOX_REPLAY")
	if proxy == "" {
		t.Skip("FAREBOX_REPLAY is not set")
	}
	transport := upstream.NewTransport(func(name string) (string, bool) { return proxy, name == "HTTPS_PROXY" })
	s := &service{t: t, world: upstreamtest.New(t), transport: transport}
	s.start(nil)
	for _, c := range []struct {
		target string
		status int
		want   []string // parts of the answer, in lower case
	}{
		{"/tx?network=base&hash=0x79f10d432937928fe696434c79374a87b11eb17a75157d617877fef63a14fbf3", 200, []string{`"value_eth":8.950285956308752`, `"nonce":363055`, `"type":126`, `"gas_used":25906`, `"effective_gas_price_wei":"0"`, `"input_size":0`, `"status":1`}},
		{"/tx?network=base&hash=0x416c8a05f1fd8f780cb27e10c74327da31f201d1afc9fb9de620d17440b7343a", 200, []string{`"l1_fee_wei":"41549963509"`, `"input_size":100`, `"logs_count":1`, `"fee_eth":0.000000343395372337`}},
		{"/tx?network=base&hash=0xc1eb69ba80f10a7e45781f6da36f95c45300e7130db7988ac2e618659cb9a8a7", 200, []string{`"value_eth":0.0125`, `"l1_fee_wei":"2817015999"`, `"logs_count":9`}},
		{"/tx?network=base&hash=0x5b41c094c49462cd97fc19dc898ef23c24f859b46dbd38ecf5d34d3d0fd291f5", 200, []string{`"l1_fee_wei":"144364067869"`, `"type":0`}},
		{"/tx?network=base&hash=0x260538961f3f2e17a43d26732f1105f739f9cf79622a3df8986c279c6d69a450", 200,
			[]string{`"gas_used":200522`, `"mined_at":"2024-11-11t14:20:51z"`, `"l1_fee_missing"`}},
		{"/tx?network=base&hash=0x2125ff35709009b9782f8351db3cb5a44a0bf088c3f38de08d92eb3906394635", 200, []string{`"value_eth":0.005`, `"l1_fee_wei":"189594453007282"`, `"fee_eth":0.000189731906791024`}},
		{"/tx?network=base&hash=0x8d54608c2f684d880ad40a16cf9b82525c51520798ae8875d543d3338327ddad", 200, []string{`"l1_fee_wei":"65016189272"`}},
		{"/tx?network=base&hash=0x0d418e4a858ca5faf00c36b685561ca0fdac52ebd10364bf2cb6d7b5969e84e5", 200, []string{`"value_eth":1.2`, `"nonce":0`}},
		{"/tx?network=ethereum&hash=0xb45ef1a202a8d9e983cf59129d28f79057969bb822f62e4b7d9f1ac8853d23ed", 200, []string{`"logs_count":20`, `"effective_gas_price_wei":"13968491899"`, `"confirmations":8906360`}},
		{"/tx?network=ethereum&hash=0x36d18e69806af47ea9469156917af9e0278fa315256d08a566023dce5df08c70", 200, []string{`"to":null`, `"contract_created":"0x3337286e850cf01b8a8b6094574f0dd6a2108b16"`, `"input_size":21797`}},
		{"/tx?network=ethereum&hash=0x196e7d687e1e2ce280dbe7f52b6ffe5a61d3a851b38740a37d1d00caffce7562", 200, []string{`"block_number":18993374`, `"method_id":"0xa9059cbb"`}},
		{"/tx?network=ethereum&hash=0x03f148c39b347c2d9ab87d31d61a7115156220f8641b7bed838ff62542f3eebe", 200, []string{`"gas_used":61163`}},
		{"/tx?network=ethereum&hash=0xfbfd35db096d0acb26a988895841d786baafe08f6cf55265338e0b5db58350ee", 200, []string{`"status":0`, `"logs_count":0`}},
		{"/tx?network=ethereum&hash=0x5b180e3dcc19cd29c918b98c876f19393e07b74c07fd728102eb6241db3c2d5c", 200, []string{`"value_eth":0.033`, `"logs_count":2`}},
		{"/tx?network=ethereum&hash=0xe950eb35f96ff99ba56504783c0b6f5e66f6b651c847e5cf7e8032b60cbb88d1", 200, []string{`"gas_used":21000`, `"fee_eth":0.0003423`}},
		{"/tx?network=arbitrum&hash=0x30505174f2f82a6513f21eb5177e59935a6da95d057e4c1972e65da90ea1c547", 200, []string{`"type":100`, `"gas_used":0`, `"value_eth":0.008374552015335015`}},
		{"/tx?network=arbitrum&hash=0x57cc837c6f3d84c8fa3db8a7405f7244f11d32152159edf5ba79f5a7c34919b8", 200, []string{`"gas_used":129642`, `"fee_eth":0.000001382891214`}},
		{"/tx?network=optimism&hash=0x4a6b47e1f622a8ad059bd0723c53f2c71f12e7b105d2ef2ff4dff07ac1f185c0", 200, []string{`"l1_fee_wei":"90066853275"`, `"fee_eth":0.000001897927938075`}},
		{"/tx?network=polygon&hash=0xba581391d417a6dcc31031f1cf7cba6e63b701a8680828445ffdde73777843e1", 200, []string{`"value_eth":119.97566999849747`, `"native_symbol":"pol"`}},
		{"/tx?network=ethereum&hash=0x0d418e4a858ca5faf00c36b685561ca0fdac52ebd10364bf2cb6d7b5969e84e5", 404, nil},
		{"/tx?hash=0x196e7d687e1e2ce280dbe7f52b6ffe5a61d3a851b38740a37d1d00caffce7562", 404, nil},
		{"/tx?hash=0x1111111111111111111111111111111111111111111111111111111111111111", 404, nil},
		{"/tx?network=gnosis&hash=0x8cf8362f36e5a76912bc05ef804c0ea4b4f2de54700afe9ced99aa486f3dd0e8", 400, nil},
		{"/code?address=0x9d25AdBcffE28923E619f4Af88ECDe732c985b63", 200, []string{`"is_contract":true`, `"code_size":171`, `0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c`}},
		{"/code?address=0xf396e7dbb20489d47f2dabfda013163223b892a0", 200, []string{`"is_contract":false`, `"code_size":0`}},
		{"/token/meta?token=0xf396e7dbb20489d47f2dabfda013163223b892a0", 404, nil},
		{"/resolve?name=ishouldnotexistforrealz.eth", 404, nil},
	} {
		a := s.get(c.target)
		if a.status != c.status {
			t.Errorf("%s: %d %s", c.target, a.status, a.raw)
		}
		for _, part := range c.want {
			if !strings.Contains(strings.ToLower(a.raw), part) {
				t.Errorf("%s: no %s in %s", c.target, part, a.raw)
			}
		}
	}
}
