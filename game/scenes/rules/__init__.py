"""The rules screen: ``scene`` turns its pages, ``blocks`` draws them, ``layout`` says where everything lies."""
