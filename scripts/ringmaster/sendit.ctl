# A match of sendit for gomill's ringmaster (0.8.3, which needs Python 2.7):
#
#     ringmaster scripts/ringmaster/sendit.ctl run
#
# `tesuji` must be on the PATH. Without --seed every game is another one: gomill starts the engines anew
# for each. board_size is the width of the board in columns. gomill's own board is Go's: games in which stones
# move, as in Medusa, it takes for faulty.
competition_type = 'playoff'
description = 'tesuji against itself'

engine = 'tesuji --game sendit --size 8 --unit alternate'
players = {
    'first': Player(engine + ' --bot random'),
    'second': Player(engine + ' --bot random'),
}

board_size = 15
komi = 0.0
move_limit = 5000
scorer = 'players'
record_games = True

matchups = [Matchup('first', 'second', alternating=True, number_of_games=20)]
