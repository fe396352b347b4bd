package recursiveliterals

// The literal is kept by others.
func keep() int {
	n := nodes.Get()
	defer n.Release()
	sum := 0
	var walk func(*Node)
	walk = func(n *Node) {
		sum += n.Size
		for _, child := range n.Children {
			walk(child)
		}
	}
	later = append(later, walk)
	walk(n.Value())
	return sum
}

// It runs in a goroutine that is waited for.
func wait() (sum int) {
	n := nodes.Get()
	defer n.Release()
	done := make(chan int)
	go func() {
		total := 0
		var walk func(*Node)
		walk = func(n *Node) {
			total += n.Size
			for _, child := range n.Children {
				walk(child)
			}
		}
		walk(n.Value())
		done <- total
	}()
	return <-done
}
