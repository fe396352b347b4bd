// Package hubs has connections that nothing in the types tells from their hubs.
package hubs

// A Hub has connections.
type Hub struct{ free []*Conn }

// A Conn is a connection.
type Conn struct{ hub *Hub }

// Dial connects to the hub.
func (h *Hub) Dial(to **Conn) { *to = &Conn{h} }

// Drop gives the connection up.
func (h *Hub) Drop(c *Conn) { h.free = append(h.free, c) }

// Hang gives the connection up, and tells the hub why.
func (c *Conn) Hang(reason *string) { c.hub.free = append(c.hub.free, c) }
