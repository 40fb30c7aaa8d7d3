package server

import "github.com/farebox/farebox/server/tools"

// toolDoor is the routes as MCP tools. A call's request is handled like every other request.
func (s *Server) toolDoor() (*tools.Door, error) {
	c := s.parts.Config
	return tools.New(tools.Options{
		Spec:           s.parts.Spec,
		Find:           s.find,
		Closed:         s.closures.codes,
		Service:        s.describe(),
		Routes:         s.echo,
		Hosts:          splitList(c.MCPHosts),
		ListsPerMinute: c.MCPListsPerMinute,
		Log:            s.log,
		Now:            s.now,
	})
}
