// Command rcgrpc has buffers of grpc-go from rcpool.
package main

import (
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool/adapters/rcgrpc"
)

func main() {
	pool := new(rcgrpc.BufferPool)
	server := grpc.NewServer(experimental.BufferPool(pool))
	defer server.Stop()
	message := mem.Copy(make([]byte, 4000), pool)
	fmt.Println(message.Len(), "bytes")
	message.Free()
}
