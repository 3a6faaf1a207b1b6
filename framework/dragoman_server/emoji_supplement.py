"""Emoji names by which the service differs from the general lists: code and names, the chief one first."""

NAMES = """
1f600 grinning happy
1f603 smiley
1f604 big_smile
1f601 grinning_face_with_smiling_eyes
1f606 laughing lol
1f605 sweat_smile
1f602 joy tears laughter_tears
1f923 rolling_on_the_floor_laughing rofl
1f642 smile slight_smile
263a smiling_face relaxed
1f60a blush
1f607 innocent halo
1f643 upside_down oops
1f609 wink
1f60d heart_eyes in_love
1f618 heart_kiss blow_a_kiss
1f617 kiss
1f61c stuck_out_tongue_wink joking crazy
1f61d stuck_out_tongue
1f61b mischievous
1f911 money_face kaching
1f917 hug arms_open
1f913 nerd geek
1f60e sunglasses
1f60f smirk smug
1f614 pensive tired
1f615 oh_no half_frown concerned confused
1f641 frown slight_frown
2639 sad big_frown
1f623 persevere helpless
1f629 weary distraught
1f621 rage mad grumpy very_angry
1f636 speechless no_mouth blank poker_face
1f610 neutral
1f62e open_mouth surprise
1f635 dizzy
1f633 flushed embarrassed blushing
1f628 fear scared shock
1f622 cry
1f625 exhausted disappointed_relieved stressed
1f62d sob
1f634 sleeping
1f644 rolling_eyes
1f914 thinking
1f62c grimacing nervous anxious
1f910 silence quiet hush zip_it lips_are_sealed
1f912 sick flu face_with_thermometer
1f915 hurt head_bandage injured
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f47f devil imp angry_devil
1f4a9 poop pile_of_poo
1f47b ghost boo spooky haunted
1f47d alien ufo
1f64c raised_hands praise
1f44f clap applause
1f64f pray welcome thank_you namaste
1f91d handshake done_deal
1f44d +1 thumbs_up like
1f44e -1 thumbs_down
1f44a fist_bump punch
270a fist power
1f91e fingers_crossed
270c peace_sign victory
1f918 rock_on sign_of_the_horns
1f44c ok got_it
1f446 point_up this
261d wait_one_second point_of_information asking_a_question
270b hand raised_hand
1f91a stop
1f590 high_five palm
1f44b wave hello hi
1f4aa muscle
1f440 eyes looking
1f645 nope
1f983 turkey gobble
1f437 pig oink
1f41b bug caterpillar
1f525 fire lit hot flame
2b50 star
1f4ab seeing_stars
1f4a5 boom explosion crash collision
1f680 rocket
1f697 car
1f3c6 trophy winner
1f947 first_place gold number_one
1f3af direct_hit darts bulls_eye
231b times_up hourglass_done
23f3 time_ticking hourglass
1f4bb computer laptop
1f4be floppy_disk
1f4bd gold_record minidisc
1f4bf cd
1f4c0 dvd
1f5a5 desktop_computer
1f4f1 mobile_phone smartphone iphone
1f4a1 light_bulb bulb idea
1f5d1 wastebasket trash_can
1f4b0 money
1f527 fixing wrench
1f528 hammer maintenance handyman handywoman
2692 at_work hammer_and_pick
1f6e0 working_on_it hammer_and_wrench tools
2699 gear settings mechanical engineer
1f52c science microscope
1f511 key
1f381 gift present
1f388 balloon celebration
1f38a confetti confetti_ball party_ball
1f389 tada congratulations party_popper
2709 email envelope mail
1f4e5 inbox
1f4e4 outbox
1f4c4 document paper file page
1f4c8 chart upwards_trend growing increasing
1f4c9 downwards_trend shrinking decreasing
1f4c5 calendar
1f4c6 date
1f4c1 organize file_folder
1f4c2 folder
1f4ce paperclip attachment
1f4cc push_pin thumb_tack
1f4dd memo note
1f50d search find magnifying_glass
1f512 locked
1f513 unlocked
2764 heart love love_you
1f494 broken_heart heartache
1f4f4 phone_off
1f198 sos
274c cross_mark incorrect wrong
1f6d1 stop_sign octagonal_sign
26d4 no_entry wrong_way
1f6ab prohibited not_allowed
1f4af 100 hundred hundred_points
2757 exclamation
2753 question
26a0 warning caution danger
2705 check all_good approved
274e x
2139 info
1f195 new
1f199 squared_up
0030-20e3 zero
0031-20e3 one
0032-20e3 two
0033-20e3 three
0034-20e3 four
0035-20e3 five
0036-20e3 six
0037-20e3 seven
0038-20e3 eight
0039-20e3 nine
1f51f ten
0023-20e3 hash
002a-20e3 asterisk
25b6 play
23f8 pause
23f9 stop_button
1f53c upvote up_button increase
1f53d downvote down_button decrease
27a1 right east
2b05 left west
2b06 up north arrow_up
2b07 down south
21a9 reply left_hook
1f501 repeat
1f504 counterclockwise return
1f503 clockwise
2795 plus add
2796 minus subtract
2122 tm trademark
1f51d top
2714 check_mark
2611 checkbox
1f507 mute no_sound
1f50a louder sound
1f514 notifications bell
1f515 mute_notifications
1f4e3 megaphone shout
1f4e2 loudspeaker bullhorn
1f4ac umm speech_balloon
1f4ad thought dream
1f557 time clock
1f3c1 checkered_flag race go start
"""
